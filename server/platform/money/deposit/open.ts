import { randomBytes } from 'node:crypto';
import { feeOf } from '../../../../shared/money/fee.ts';
import { parseInputAmount, UNITS_PER_WHOLE, type Units } from '../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { DepositOrder, MemberDepositDeps } from './contracts.ts';
import { refuseBlocked, remainingToday, requireAmountInRange, requireDayAllowance } from './limits.ts';
import { chooseProvider } from './provider-routes.ts';
import { paymentReference } from './references.ts';
import { applyDepositEvent } from './settlement.ts';
import * as store from './store.ts';

/** Opens a deposit once per reference of the client. A payment included in the request is credited at once. */
export async function openDeposit(deps: MemberDepositDeps, actor: Actor, order: DepositOrder): Promise<store.DepositRow> {
  const { db } = deps;
  const { memberId } = actor;
  const before = await store.findByReference(db, memberId, order.reference);
  if (before) return sameOrder(before, order);
  await deps.protection.screen(memberId);
  const opened = await inTransaction(db, (tx, afterCommit) => open(deps, tx, afterCommit, actor, order));
  if (opened instanceof Refusal) throw opened;
  return opened;
}

/** A refusal that counts as a failed attempt is returned instead of thrown, so that the count is committed with the lock. */
async function open(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  actor: Actor,
  order: DepositOrder,
): Promise<store.DepositRow | Refusal> {
  const { wallet, clock, protection, rules, providers } = deps;
  const { memberId, currency } = actor;
  // Serialised per member: two concurrent requests cannot pass the limits below, and a duplicate request has finished.
  await wallet.lockBalance(tx, memberId);
  const duplicate = await store.findByReference(tx, memberId, order.reference);
  if (duplicate) return sameOrder(duplicate, order);
  await refuseBlocked(deps, tx, memberId);
  const channel = (await store.findChannels(tx, currency)).find(({ code }) => code === order.channel);
  const provider = channel && providers.get(channel.provider);
  if (!channel || !provider) throw new Refusal('channel_unavailable');
  const id = `d_${randomBytes(12).toString('hex')}`;
  const quote = { depositId: id, currency, amount: order.amount, voucher: order.voucher };
  const quoted = await provider.quote(tx, quote).catch(failedTry);
  if (quoted instanceof Refusal) {
    await store.addFailure(tx, memberId, clock.now());
    return quoted;
  }
  const { amount, paid } = quoted;
  if (!paid) requireAmountInRange(channel, amount);
  const chosenProvider = await chooseProvider(deps, tx, channel, amount);
  const fee = feeOf(amount, { fixed: BigInt(channel.fee_fixed), basisPoints: channel.fee_basis_points }, currency);
  if (fee >= amount) throw new Refusal('amount_invalid');
  const allowance = await remainingToday(deps, tx, memberId);
  const { maxOpen, dayLimit } = await rules(tx);
  if (!paid && allowance.open >= maxOpen) throw new Refusal('deposit_too_many_open', { max: maxOpen });
  requireDayAllowance(channel, amount, allowance, dayLimit === null ? undefined : BigInt(dayLimit) * UNITS_PER_WHOLE);
  const refused = await protection.refuseDeposit(tx, memberId, amount);
  if (refused) throw protectionRefusal(refused);
  const now = clock.now();
  const deposit = await store.insertDeposit(tx, {
    id,
    member_id: memberId,
    channel: channel.code,
    provider: chosenProvider,
    client_reference: order.reference,
    payment_reference: paymentReference(),
    amount: amount.toString(),
    fee: fee.toString(),
    paid_amount: null,
    currency,
    status: 'pending',
    reason: null,
    transfer_id: null,
    reversal_transfer_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + channel.expires_minutes * MINUTE_MS),
    credited_at: null,
  });
  await store.addStep(tx, { deposit_id: id, status: 'pending', by_whom: 'member', note: null, at: now });
  return (paid ? await applyDepositEvent(deps, tx, afterCommit, deposit, 'paid', { by: 'provider', note: null }) : undefined) ?? deposit;
}

/** An unknown voucher code counts as a guess. */
function failedTry(error: unknown): Refusal {
  if (error instanceof Refusal && error.code === 'voucher_invalid') return error;
  throw error;
}

/** The voucher code is not stored, so only channel and kind of the order can be compared. */
function sameOrder(deposit: store.DepositRow, { channel, amount, voucher }: DepositOrder): store.DepositRow {
  const enteredAmount: Units | undefined = amount === undefined || voucher !== undefined ? undefined : parseInputAmount(amount);
  const differs = enteredAmount !== undefined && enteredAmount !== BigInt(deposit.amount);
  if (deposit.channel !== channel || differs) throw new Refusal('reference_conflict');
  return deposit;
}
