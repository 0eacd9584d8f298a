import { sql } from 'kysely';
import { DEPOSIT_STATUSES, type DepositStatus } from '../../../shared/api/deposit-calls.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import { readMerchant } from '../content/index.ts';
import type { Tx } from '../db/database.ts';
import type { DisputeOutcome } from '../withdrawals/index.ts';
import { createApprovals } from './approvals.ts';
import type { LogDeps } from './log.ts';
import { Stop } from './page.ts';
import type { OperatorSession } from './sessions.ts';

const NEEDED = 2;
const ALONE_MS = 24 * 3_600_000;
/** What operators decide about deposits by hand, and the states from which they can: the desk refuses all others itself. */
const HANDS = {
  credit: { becomes: 'credited', closed: ['credited', 'part_reversed', 'reversed', 'returned', 'sent_back'] },
  'send-back': { becomes: 'sent_back', closed: DEPOSIT_STATUSES.filter((status) => status !== 'returned') },
} as const satisfies Readonly<Record<string, { becomes: DepositStatus; closed: readonly DepositStatus[] }>>;
type Hand = keyof typeof HANDS;

interface ByHand {
  readonly hand: Hand;
  readonly id: string;
  readonly reason: string;
  /** Of the payment that sends it back. */
  readonly reference?: string;
}

/**
 * Whether a deposit may be credited or sent back by hand: above the merchant's `deposits.secondApprovalFrom` once two
 * different operators have agreed, to this sum and no other. What one operator does alone in 24 hours counts together.
 * Else one person with an account of their own could make money (decision 019).
 */
export async function depositAgreed(
  deps: LogDeps,
  tx: Tx,
  { operatorId, name }: Pick<OperatorSession, 'operatorId' | 'name'>,
  { hand, id, reason, reference = '' }: ByHand,
): Promise<boolean> {
  const deposit = await tx
    .selectFrom('deposit')
    .select(['amount', 'paid_amount', 'reversed_amount', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const closed: readonly DepositStatus[] = HANDS[hand].closed;
  if (!deposit || closed.includes(deposit.status)) return true;
  const from = (await readMerchant(tx, deps.merchant)).settings.deposits.secondApprovalFrom;
  if (from === null) return true;
  const whole = BigInt(deposit.paid_amount ?? deposit.amount);
  // What the way of paying has taken back itself is not sent once more; who agreed before it did has agreed to another sum.
  const units = hand === 'send-back' ? whole - BigInt(deposit.reversed_amount) : whole;
  const subject = `deposit:${id}`;
  const action = [hand, units, ...(reference === '' ? [] : [reference])].join(':');
  // Whoever has asked for a second person goes on with one, though the day of the first is over.
  const asked = await isAsked(deps, tx, subject, action);
  if (!asked && units + (await aloneSince(deps, tx, name, hand)) < BigInt(from) * UNITS_PER_WHOLE) return true;
  return bothAgree(deps, tx, operatorId, { subject, action, reason });
}

async function isAsked({ merchant }: LogDeps, tx: Tx, subject: string, action: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operator_approval where merchant = ${merchant} and subject = ${subject} and action = ${action} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Sum of what the operator has done so in the last 24 hours without a second one: many small sums are a large one. */
async function aloneSince({ merchant, clock }: LogDeps, tx: Tx, name: string, hand: Hand): Promise<Units> {
  // One after the other: two at once would not see each other.
  await sql`select pg_advisory_xact_lock(hashtext(${`deposits:${merchant}`}))`.execute(tx);
  const since = new Date(clock.now().getTime() - ALONE_MS).toISOString();
  const units = hand === 'send-back' ? sql`(d.amount - d.reversed_amount)` : sql`d.amount`;
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(${units}), 0)::text as sum
      from deposit_step s join deposit d on d.id = s.deposit_id
     where s.by_whom = ${`operator:${name}`} and s.status = ${HANDS[hand].becomes} and s.at > ${since}::timestamptz
       and (select count(distinct o.operator_id) from operator_approval o
             where o.merchant = ${merchant} and o.subject = 'deposit:' || d.id
               and o.action || ':' like ${hand}::text || ':' || ${units} || ':%') < ${NEEDED}`.execute(tx);
  return BigInt(rows[0]?.sum ?? 0);
}

/**
 * Whether a dispute may end with money: of a withdrawal that two have approved, once two have agreed to the same end of it.
 * Else one person and a member could have the same money paid out and given back.
 */
export async function disputeAgreed(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { id, outcome, reason }: { readonly id: string; readonly outcome: DisputeOutcome; readonly reason: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawal')
    .select(['status', 'approvals_needed', 'confirm_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.status !== 'disputed' || row.approvals_needed < NEEDED || outcome === 'upheld') return true;
  // What is paid again has a new time to answer: a dispute about that is another one.
  const action = `${outcome}:${row.confirm_by?.toISOString() ?? ''}`;
  return bothAgree(deps, tx, operatorId, { subject: `withdrawal:${id}`, action, reason });
}

/** Notes the consent, the subject being locked; true with the second operator's. Refuses whoever has agreed already. */
async function bothAgree(
  { clock, merchant }: LogDeps,
  tx: Tx,
  operatorId: string,
  { subject, action, reason }: { readonly subject: string; readonly action: string; readonly reason: string },
): Promise<boolean> {
  const before = await tx
    .selectFrom('operator_approval')
    .select('id')
    .where('merchant', '=', merchant)
    .where('subject', '=', subject)
    .where('action', '=', action)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();
  if (before) throw new Stop('approvalRepeated');
  return (await createApprovals({ clock, merchant }).give(tx, { subject, action, operatorId, reason })) >= NEEDED;
}
