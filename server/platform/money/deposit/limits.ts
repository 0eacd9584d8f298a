import { toScreen, UNITS_PER_WHOLE, type Units } from '../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { MemberDepositDeps } from './contracts.ts';
import * as store from './store.ts';

/** Failed attempts block new ones for some time: minutes for an honest payer, but enough to stop card testing. */
export async function refuseBlocked({ clock, rules }: MemberDepositDeps, executor: Executor, memberId: string): Promise<void> {
  const { failedTries, blockMinutes } = await rules(executor);
  const now = clock.now().getTime();
  const failures = await store.failuresSince(executor, memberId, new Date(now - blockMinutes * MINUTE_MS));
  const counted = failures[failedTries - 1];
  if (counted === undefined) return;
  const blockedUntil = counted.getTime() + blockMinutes * MINUTE_MS;
  throw new Refusal('deposit_blocked', { minutes: Math.max(1, Math.ceil((blockedUntil - now) / MINUTE_MS)) });
}

export interface DayAllowance {
  readonly open: number;
  /** Amount that can still be deposited today on a channel; undefined: no limit. */
  of(channel: store.ChannelRow): Units | undefined;
}

/** Remaining day limits of the member, per channel and over all channels. */
export async function remainingToday({ clock, rules }: MemberDepositDeps, executor: Executor, memberId: string): Promise<DayAllowance> {
  const { dayLimit, timeZone } = await rules(executor);
  const { open, today } = await store.openAndToday(executor, memberId, { now: clock.now(), timeZone });
  const all = [...today.values()].reduce((sum, units) => sum + units, 0n);
  const whole = dayLimit === null ? undefined : BigInt(dayLimit) * UNITS_PER_WHOLE - all;
  return {
    open,
    of({ code, day_limit: limit }) {
      const channelLeft = limit === null ? undefined : BigInt(limit) - (today.get(code) ?? 0n);
      const left = channelLeft === undefined ? whole : whole === undefined || channelLeft < whole ? channelLeft : whole;
      return left !== undefined && left < 0n ? 0n : left;
    },
  };
}

/** Limits apply to entered amounts only: a voucher has a fixed value. */
export function requireAmountInRange(channel: store.ChannelRow, amount: Units): void {
  const [min, max] = [BigInt(channel.min_amount), BigInt(channel.max_amount)];
  if (amount < min || amount > max)
    throw new Refusal('amount_out_of_range', { min: toScreen(min, channel.currency), max: toScreen(max, channel.currency) });
}

export function requireDayAllowance(channel: store.ChannelRow, amount: Units, left: DayAllowance, dayLimit: Units | undefined): void {
  const rest = left.of(channel);
  if (rest === undefined || amount <= rest) return;
  const channelLeft = channel.day_limit === null ? undefined : BigInt(channel.day_limit);
  const max = channelLeft ?? dayLimit ?? 0n;
  throw new Refusal('deposit_day_limit', { max: toScreen(max, channel.currency), left: toScreen(rest, channel.currency) });
}
