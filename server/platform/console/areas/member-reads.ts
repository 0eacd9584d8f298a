import type { Database } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { accountsOf, findOfMerchant } from '../../identity/members/index.ts';
import { openSessions } from '../../identity/sessions/index.ts';
import { walletMovements } from '../../ledger/index.ts';
import { latestDeposits, leastDeposit } from '../../money/deposit/index.ts';
import { latestWithdrawals } from '../../money/withdrawal/index.ts';
import { maskContact, openContact } from '../../notify/contacts/index.ts';
import { findBreak, findLimits } from '../../protection/responsible-gaming/index.ts';

export interface MemberReads {
  readonly db: Database;
  readonly merchant: string;
  readonly secrets: Secrets;
}

const MOVEMENTS = 20;
/** Notes are log lines, so they cannot be changed later. */
export const NOTE = 'member.note';
const LINES = 20;
const ORDERS = 5;

export function findMember({ db, merchant }: MemberReads, id: string) {
  return findOfMerchant(db, merchant, id);
}

export type FoundMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** All other data of a member's page. Contacts are masked. */
export async function readMember({ db, merchant, secrets }: MemberReads, member: FoundMember, now: Date, pageNo: number) {
  const { id } = member;
  const [movements, sessions, limits, pause, lines, notes, withdrawals, deposits, agents, least] = await Promise.all([
    walletMovements(db, id, { offset: (pageNo - 1) * MOVEMENTS, limit: MOVEMENTS + 1 }),
    openSessions(db, id, now),
    findLimits(db, id),
    findBreak(db, id),
    db
      .selectFrom('operator_log')
      .selectAll()
      .where('merchant', '=', merchant)
      .where('object', '=', `member:${id}`)
      .orderBy('id', 'desc')
      .limit(LINES)
      .execute(),
    db
      .selectFrom('operator_log')
      .select(['id', 'at', 'operator', 'reason'])
      .where('merchant', '=', merchant)
      .where('object', '=', `member:${id}`)
      .where('action', '=', NOTE)
      .orderBy('id', 'desc')
      .limit(LINES)
      .execute(),
    latestWithdrawals(db, id, ORDERS),
    latestDeposits(db, id, ORDERS),
    accountsOf(db, member.agent_id === null ? [] : [member.agent_id]),
    leastDeposit(db, member.currency),
  ]);
  return {
    sessions,
    limits,
    leastDeposit: least,
    lines,
    notes,
    withdrawals,
    deposits,
    pageNo,
    movements: movements.slice(0, MOVEMENTS),
    moreMovements: movements.length > MOVEMENTS,
    pause: pause ?? null,
    agent: member.agent_id === null ? undefined : agents.get(member.agent_id),
    mobile: member.mobile === null ? null : maskContact('sms', openContact(secrets, 'sms', member.mobile)),
    email: member.email === null ? null : maskContact('email', openContact(secrets, 'email', member.email)),
  };
}

export type MemberFacts = Awaited<ReturnType<typeof readMember>>;
