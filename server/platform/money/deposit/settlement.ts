import type { DepositReason } from '../../../../shared/api/deposit/constants.ts';
import { toScreen, type Units } from '../../../../shared/money/money.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import type { MemberDepositDeps, Settlement } from './contracts.ts';
import { credit, reverse } from './credit.ts';
import { addPayment } from './further-payments.ts';
import { type DepositEvent, nextStatus } from './machine.ts';
import type { VerifiedEvent } from './providers/contracts.ts';
import { changeStatus, type StepCause } from './step.ts';
import * as store from './store.ts';
import { hasEarlierPayment, reverseSuspended } from './suspense.ts';

const EVENTS = {
  paid: 'paid',
  failed: 'fail',
  expired: 'lapse',
  reversed: 'reverse',
} as const satisfies Readonly<Record<VerifiedEvent['event'], DepositEvent>>;
const REASONS: Readonly<Partial<Record<DepositEvent, DepositReason>>> = { fail: 'declined', reject: 'rejected' };

/** Applies an event to a locked deposit; undefined if the status does not change. */
export async function applyDepositEvent(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  event: Exclude<DepositEvent, 'reverse'>,
  cause: StepCause,
): Promise<store.DepositRow | undefined> {
  const status = nextStatus(deposit.status, event);
  if (status === undefined) return undefined;
  if (status === 'credited') return credit(deps, tx, afterCommit, deposit, cause);
  const updated = await changeStatus(deps, tx, afterCommit, deposit, { status, reason: REASONS[event] ?? null }, cause);
  if (event === 'fail') await store.addFailure(tx, deposit.member_id, deps.clock.now());
  return updated;
}

export function createSettlement(deps: MemberDepositDeps): Settlement {
  const { db, clock, rules } = deps;
  return {
    applyEvent: (provider, event, bodyHash) =>
      inTransaction(db, async (tx, afterCommit) => {
        const deposit = await store.lockDeposit(tx, event.depositId);
        const channel = deposit && (await store.findChannel(tx, deposit.channel));
        // A provider can change its own deposits only.
        if (!deposit || (deposit.provider ?? channel?.provider) !== provider) return 'unknown';
        if (event.currency !== deposit.currency) return 'mismatch';
        const stored = await storeEvent(tx, provider, event, bodyHash, clock.now());
        if (stored !== true) return stored === 'repeated' ? deposit.status : 'mismatch';
        const updated = await applyProviderEvent(deps, tx, afterCommit, deposit, event, { by: 'provider', note: event.eventId });
        return (updated ?? deposit).status;
      }),
    async expire() {
      const { checkingHours } = await rules(db);
      const now = clock.now();
      let expired = 0;
      for (const id of await store.overdueIds(db, now, new Date(now.getTime() - checkingHours * HOUR_MS)))
        expired += await inTransaction(db, async (tx, afterCommit) => {
          const deposit = await store.lockDeposit(tx, id);
          const updated = deposit && (await applyDepositEvent(deps, tx, afterCommit, deposit, 'expire', { by: 'system', note: null }));
          return updated ? 1 : 0;
        });
      return expired;
    },
  };
}

async function applyProviderEvent(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  event: VerifiedEvent,
  cause: StepCause,
): Promise<store.DepositRow | undefined> {
  const depositEvent = EVENTS[event.event];
  if (depositEvent === 'reverse') return reversePayment(deps, tx, afterCommit, deposit, event, cause);
  const isSettled = nextStatus(deposit.status, 'paid') === undefined || deposit.paid_amount !== null;
  if (depositEvent === 'paid' && isSettled) {
    if (await hasEarlierPayment(tx, deposit.id)) await addPayment(deps, tx, afterCommit, deposit, event.amount);
    // Credited by an operator before this event.
    else if (event.amount !== BigInt(deposit.amount)) await addNote(deps, tx, deposit, event, 'another amount was reported as paid');
    return undefined;
  }
  if (depositEvent !== 'paid' || event.amount === BigInt(deposit.amount))
    return applyDepositEvent(deps, tx, afterCommit, deposit, depositEvent, cause);
  return applyOtherAmount(deps, tx, afterCommit, deposit, event.amount, cause);
}

/** Credits what arrived. More than the channel takes, and every other amount on channels with review, waits for an operator. */
async function applyOtherAmount(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  units: Units,
  cause: StepCause,
): Promise<store.DepositRow | undefined> {
  const { other_amounts, max_amount } = await store.findChannel(tx, deposit.channel);
  const paid_amount = units.toString();
  if (other_amounts === 'review' || units > BigInt(max_amount))
    return changeStatus(deps, tx, afterCommit, deposit, { status: 'checking', reason: 'amount_differs', paid_amount }, cause);
  return applyDepositEvent(deps, tx, afterCommit, await store.updateDeposit(tx, deposit.id, { paid_amount }), 'paid', cause);
}

/** Takes the money from undecided suspense payments first, then from the deposit, then from deposits that its further payments became. */
async function reversePayment(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  event: VerifiedEvent,
  cause: StepCause,
): Promise<store.DepositRow | undefined> {
  let rest = await reverseSuspended(deps, tx, afterCommit, deposit, event.amount);
  let first: store.DepositRow | undefined;
  for (const one of [deposit, ...(await store.lockCreditedFrom(tx, deposit.id))]) {
    if (rest === 0n) break;
    if (nextStatus(one.status, 'reverse') === undefined) continue;
    const remaining = store.reversibleUnits(one);
    const updated = await reverse(deps, tx, afterCommit, one, rest, cause);
    if (one === deposit) first = updated;
    rest -= rest < remaining ? rest : remaining;
  }
  if (rest > 0n && deposit.status === 'sent_back') await addNote(deps, tx, deposit, event, 'taken back by the payer’s side as well');
  return first;
}

/**
 * Adds a note for operators about facts without a posting: a payer has received the money twice, or the provider reports another amount
 * than was credited by hand.
 */
async function addNote(
  { clock }: MemberDepositDeps,
  tx: Tx,
  deposit: store.DepositRow,
  { eventId, amount }: VerifiedEvent,
  text: string,
): Promise<void> {
  const note = `${eventId}: ${text}, ${toScreen(amount, deposit.currency)} ${deposit.currency}`;
  await store.addStep(tx, { deposit_id: deposit.id, status: deposit.status, by_whom: 'provider', note, at: clock.now() });
}

/** Stores the event: `repeated` if it is known, `changed` if it is known with other content. */
async function storeEvent(
  tx: Tx,
  provider: string,
  event: VerifiedEvent,
  bodyHash: string,
  at: Date,
): Promise<true | 'repeated' | 'changed'> {
  const key = { provider, event_id: event.eventId };
  const row = { ...key, deposit_id: event.depositId, event: event.event, body_hash: bodyHash, received_at: at };
  const inserted = await tx
    .insertInto('payment_event')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('body_hash')
    .executeTakeFirst();
  if (inserted) return true;
  const before = await tx
    .selectFrom('payment_event')
    .select('body_hash')
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .executeTakeFirst();
  return before?.body_hash === bodyHash ? 'repeated' : 'changed';
}
