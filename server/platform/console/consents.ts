import { sql } from 'kysely';
import { DEPOSIT_STATUSES, type DepositStatus } from '../../../shared/api/deposit-calls.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import { referenceKey } from '../cashier/index.ts';
import { readMerchant } from '../content/index.ts';
import type { Tx } from '../db/database.ts';
import type { DisputeOutcome } from '../withdrawals/index.ts';
import { movedAlone } from './alone.ts';
import { createApprovals } from './approvals.ts';
import type { LogDeps } from './log.ts';
import { Stop } from './page.ts';
import type { OperatorSession } from './sessions.ts';

const NEEDED = 2;
type Hand = 'credit' | 'send-back';
/** States from which operators can't decide so about a deposit: the desk refuses them itself. */
const CLOSED: Readonly<Record<Hand, readonly DepositStatus[]>> = {
  credit: ['credited', 'part_reversed', 'reversed', 'returned', 'sent_back'],
  'send-back': DEPOSIT_STATUSES.filter((status) => status !== 'returned'),
};

interface ByHand {
  readonly hand: Hand;
  readonly id: string;
  readonly reason: string;
  /** Of the payment that sends it back. */
  readonly reference?: string | undefined;
}

/**
 * Whether a deposit may be credited or sent back by hand: above the merchant's `deposits.secondApprovalFrom` once two
 * different operators have agreed, to this sum and no other. What one operator moves alone in 24 hours counts together.
 * Else one person with an account of their own could make money (decision 019).
 */
export async function depositAgreed(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { hand, id, reason, reference }: ByHand,
): Promise<boolean> {
  const deposit = await tx
    .selectFrom('deposit')
    .select(['amount', 'paid_amount', 'reversed_amount', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!deposit || CLOSED[hand].includes(deposit.status)) return true;
  const whole = BigInt(deposit.paid_amount ?? deposit.amount);
  // What the way of paying has taken back itself is not sent once more; who agreed before it did has agreed to another sum.
  const units = hand === 'send-back' ? whole - BigInt(deposit.reversed_amount) : whole;
  return agreed(deps, tx, operatorId, { subject: `deposit:${id}`, action: actionOf(hand, units, reference), reason, units });
}

async function isAsked({ merchant }: LogDeps, tx: Tx, subject: string, action: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operator_approval where merchant = ${merchant} and subject = ${subject} and action = ${action} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Whether a payment in suspense may leave it by this way: credited only once two different operators have agreed, sent back
 * by the rule of the deposits.
 */
export async function suspenseAgreed(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { id, held, hand, reason, reference }: { readonly held: Units } & ByHand,
): Promise<boolean> {
  const by = { subject: `suspense:${id}`, action: actionOf(hand, held, reference), reason };
  if (hand === 'credit') return bothAgree(deps, tx, operatorId, by);
  return agreed(deps, tx, operatorId, { ...by, units: held });
}

/** What is agreed to: this sum, by this payment, and no other. */
function actionOf(hand: Hand, units: Units, reference: string | undefined): string {
  return [hand, units, ...(reference === undefined ? [] : [referenceKey(reference)])].join(':');
}

/** One is enough while all that one has moved alone in 24 hours stays below the setting. */
async function agreed(
  deps: LogDeps,
  tx: Tx,
  operatorId: string,
  { units, ...consent }: { readonly units: Units; readonly subject: string; readonly action: string; readonly reason: string },
): Promise<boolean> {
  const from = (await readMerchant(tx, deps.merchant)).settings.deposits.secondApprovalFrom;
  if (from === null) return true;
  // Whoever has asked for a second person goes on with one, though the day of the first is over.
  const asked = await isAsked(deps, tx, consent.subject, consent.action);
  if (!asked && units + (await movedAlone(deps, tx, operatorId)) < BigInt(from) * UNITS_PER_WHOLE) return true;
  return bothAgree(deps, tx, operatorId, consent);
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
