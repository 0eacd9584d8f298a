import { MEMBER_TYPE } from '../../../../shared/constants.ts';
import { toScreen, type Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type MerchantSettings, toUnits } from '../../merchant/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { TransfersDeps } from './contracts.ts';
import { type PartyRow, sentOnDay } from './store.ts';

/** Refusals of `refusePlay` that also stop transfers: during a break or exclusion money can only be withdrawn. */
const STEPPED_BACK: readonly string[] = ['time_out', 'self_excluded', 'self_excluded_open', 'account_held'];

/**
 * Checks the sender; decides only while the wallet is locked. Only withdrawable money can be sent, otherwise a transfer would avoid the turnover
 * requirement.
 */
export async function checkSender(
  deps: TransfersDeps,
  tx: Executor,
  { memberId, currency }: Pick<Actor, 'memberId' | 'currency'>,
  units: Units,
  settings: MerchantSettings,
): Promise<void> {
  const { wallet, clock, turnover, protection, payoutAccounts } = deps;
  const text = (amount: Units) => toScreen(amount < 0n ? 0n : amount, currency);
  const resting = await protection.refusePlay(tx, memberId);
  if (resting && STEPPED_BACK.includes(resting.code))
    throw new Refusal(resting.code, { ...protectionRefusal(resting).params, next: '/member/withdraw' });
  await payoutAccounts.refuseAfterReset(tx, memberId);
  const today = await sentOnDay(tx, memberId, clock.now(), settings.timeZone);
  const { dayAmount, dayCount } = settings.transfers;
  const left = today.count >= dayCount ? 0n : toUnits(dayAmount) - today.units;
  if (units > left) throw new Refusal('transfer_day_limit', { max: text(toUnits(dayAmount)), left: text(left) });
  const balance = (await wallet.balance(tx, memberId))?.units ?? 0n;
  if (units > balance) throw new Refusal('insufficient_funds');
  const { locked, left: toStake } = await turnover.state(tx, memberId);
  const free = balance - locked;
  if (units > free) throw new Refusal('turnover_left', { amount: text(free), left: text(toStake) });
}

/** Checks the receiver: incoming money counts as a deposit. The sender does not learn the reason, which is private (block, break or limit). */
export async function checkReceiver(
  { protection }: TransfersDeps,
  tx: Tx,
  receiver: PartyRow,
  currency: string,
  units: Units,
): Promise<void> {
  const closed = receiver.status !== 'active' || receiver.type === MEMBER_TYPE.trial || receiver.currency !== currency;
  if (!closed) await protection.screen(receiver.id, tx);
  if (closed || (await protection.refuseDeposit(tx, receiver.id, units))) throw new Refusal('transfer_receiver_closed');
}
