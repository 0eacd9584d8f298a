import type { Database } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { accountKey } from '../../identity/members/index.ts';
import { WALLET } from '../../ledger/index.ts';
import { contactKey, maskContact, openContact, readEmail } from '../../notify/contacts/index.ts';

export interface MemberReads {
  readonly db: Database;
  readonly merchant: string;
  readonly secrets: Secrets;
}

const MOVEMENTS = 20;
/** Notes are log lines, so they cannot be changed later. */
export const NOTE = 'member.note';
const LINES = 20;

/** Matches an id, the start of an account name, a complete phone number (E.164) or a complete e-mail address. */
export function searchMembers(
  { db, merchant, secrets }: MemberReads,
  searchText: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const text = searchText.trim().slice(0, 254);
  const key = accountKey(text);
  const email = readEmail(text);
  const mobile = /^\+[\d\s().-]{7,24}$/.test(text) ? `+${text.replace(/\D/g, '')}` : undefined;
  let members = db
    .selectFrom('member')
    .select(['id', 'account', 'nickname', 'type', 'status', 'created_at', 'last_login_at'])
    .where('merchant', '=', merchant);
  if (text !== '')
    members = members.where(({ or, eb, fn, val }) =>
      or([
        eb('id', '=', text),
        eb(fn('starts_with', ['account_key', val(key)]), '=', true),
        ...(email === undefined ? [] : [eb('email_key', '=', contactKey(secrets, 'email', email))]),
        ...(mobile === undefined ? [] : [eb('mobile_key', '=', contactKey(secrets, 'sms', mobile))]),
      ]),
    );
  return members.orderBy('created_at', 'desc').orderBy('id').offset(offset).limit(limit).execute();
}

/** Account names by member id, for display. */
export async function accountsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('member')
    .select(['id', 'account'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

export function findMember({ db, merchant }: MemberReads, id: string) {
  return db.selectFrom('member').selectAll().where('id', '=', id).where('merchant', '=', merchant).executeTakeFirst();
}

export type FoundMember = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** All other data of a member's page. Contacts are masked. */
export async function readMember({ db, merchant, secrets }: MemberReads, member: FoundMember, now: Date, pageNo: number) {
  const { id } = member;
  const [movements, sessions, limits, pause, lines, notes, withdrawals, deposits, agents, leastDeposit] = await Promise.all([
    db
      .selectFrom('ledger_posting as p')
      .innerJoin('ledger_account as a', 'a.id', 'p.account_id')
      .innerJoin('ledger_transfer as t', 't.id', 'p.transfer_id')
      .select(['t.id', 't.kind', 't.reference', 't.created_at', 'p.amount', 'p.balance_after'])
      .where('a.owner', '=', id)
      .where('a.kind', '=', WALLET)
      .orderBy('p.version', 'desc')
      .offset((pageNo - 1) * MOVEMENTS)
      .limit(MOVEMENTS + 1)
      .execute(),
    db
      .selectFrom('member_session')
      .select(['id', 'user_agent', 'country', 'client_address', 'created_at', 'seen_at'])
      .where('member_id', '=', id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('seen_at', 'desc')
      .execute(),
    db.selectFrom('protection_limit').selectAll().where('member_id', '=', id).orderBy('kind').orderBy('period').orderBy('set_by').execute(),
    db
      .selectFrom('protection_member')
      .select(['break_kind', 'break_from', 'break_until', 'return_at'])
      .where('member_id', '=', id)
      .where('break_kind', 'is not', null)
      .executeTakeFirst(),
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
    db
      .selectFrom('withdrawal')
      .select(['id', 'status', 'amount', 'requested_at'])
      .where('member_id', '=', id)
      .orderBy('requested_at', 'desc')
      .limit(5)
      .execute(),
    db
      .selectFrom('deposit')
      .select(['id', 'status', 'amount', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('created_at', 'desc')
      .limit(5)
      .execute(),
    accountsOf(db, member.agent_id === null ? [] : [member.agent_id]),
    leastDepositOf(db, member.currency),
  ]);
  return {
    sessions,
    limits,
    leastDeposit,
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

/** The least amount of any deposit method in the currency; undefined without a method. Vouchers have an amount of their own. */
async function leastDepositOf(db: Database, currency: string): Promise<bigint | undefined> {
  const rows = await db
    .selectFrom('deposit_channel')
    .select('min_amount')
    .where('currency', '=', currency)
    .where('enabled', '=', true)
    .where('kind', '<>', 'VOUCHER')
    .execute();
  return rows
    .map(({ min_amount: least }) => BigInt(least))
    .reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
}
