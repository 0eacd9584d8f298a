import { UNITS_PER_WHOLE, type Units } from '../../../../shared/money/money.ts';
import type { LimitKind, LimitPeriod } from '../../../../shared/rules/protection.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Break, Session, Snapshot } from './snapshot.ts';

/** Signs of play further apart than this belong to two sessions. `protection_add` of migration 041 uses the same value. */
export const PAUSE_MS = 15 * MINUTE_MS;

/** The stricter of the member's and the operator's limit. Money in units, a session in minutes. */
export interface ActiveLimit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly value: bigint;
  readonly by: 'member' | 'operator';
}

/** The stricter limit of each kind and period. Ceilings of the policy count as the operator's limits. */
export function activeLimits({ limits, policy }: Pick<Snapshot, 'limits' | 'policy'>): readonly ActiveLimit[] {
  const all: ActiveLimit[] = [...limits];
  if (policy.depositPerMonth !== null)
    all.push({ kind: 'deposit', period: 'month', by: 'operator', value: BigInt(policy.depositPerMonth) * UNITS_PER_WHOLE });
  if (policy.sessionPerDay !== null) all.push({ kind: 'session', period: 'day', by: 'operator', value: BigInt(policy.sessionPerDay) });
  const strictest = new Map<string, ActiveLimit>();
  for (const { kind, period, by, value } of all) {
    const known = strictest.get(`${kind}-${period}`);
    if (!known || value < known.value) strictest.set(`${kind}-${period}`, { kind, period, by, value });
  }
  return [...strictest.values()];
}

/** Used part of a limit: units, never below zero; for a session seconds, including the running one. */
export function usedOf({ kind, period }: Pick<ActiveLimit, 'kind' | 'period'>, snapshot: Snapshot, now: Date): bigint {
  const { life, before } = snapshot;
  const from = before[period];
  if (kind === 'session') return life.seconds - from.seconds + BigInt(Math.floor(runningMs(snapshot.session, now) / 1000));
  const used =
    kind === 'deposit' ? life.deposits - from.deposits : kind === 'stake' ? life.stakes - from.stakes : life.losses - from.losses;
  return used > 0n ? used : 0n;
}

/** Unused part of a limit: units, or seconds. */
export function leftOf(limit: ActiveLimit, snapshot: Snapshot, now: Date): bigint {
  const { life, before } = snapshot;
  // Winnings increase the remaining loss limit, because a loss is a net result.
  if (limit.kind === 'loss') return limit.value - (life.losses - before[limit.period].losses);
  return (limit.kind === 'session' ? limit.value * 60n : limit.value) - usedOf(limit, snapshot, now);
}

/** Limits that do not allow the stake. */
export function limitsAgainstStake(snapshot: Snapshot, units: Units, now: Date): readonly ActiveLimit[] {
  return activeLimits(snapshot).filter((limit) => {
    const left = leftOf(limit, snapshot, now);
    if (limit.kind === 'deposit') return false;
    return limit.kind === 'session' ? left <= 0n : units > left;
  });
}

/** The largest stake that the limits allow; null: they allow any. */
export function roomForStakes(snapshot: Snapshot, now: Date): Units | null {
  const rooms = activeLimits(snapshot).flatMap((limit) => {
    const left = leftOf(limit, snapshot, now);
    if (limit.kind === 'session') return left <= 0n ? [0n] : [];
    return limit.kind === 'deposit' ? [] : [left < 0n ? 0n : left];
  });
  return rooms.reduce<Units | null>((least, room) => (least === null || room < least ? room : least), null);
}

export function limitsAgainstDeposit(snapshot: Snapshot, units: Units, now: Date): readonly ActiveLimit[] {
  return activeLimits(snapshot).filter((limit) => limit.kind === 'deposit' && units > leftOf(limit, snapshot, now));
}

export function limitsAgainstPlay(snapshot: Snapshot, now: Date): readonly ActiveLimit[] {
  return activeLimits(snapshot).filter((limit) => limit.kind === 'session' && leftOf(limit, snapshot, now) <= 0n);
}

/** The break in force. An exclusion does not end by itself: its term must be over and the member must have requested to return. */
export function breakOf(pause: Break | null, now: Date): Break | null {
  if (!pause) return null;
  if (pause.kind === 'time-out') return pause.until !== null && pause.until <= now ? null : pause;
  return pause.returnAt !== null && pause.returnAt <= now ? null : pause;
}

/** The current session; null after a pause. */
export function sessionOf(session: Session | null, now: Date): Session | null {
  return session !== null && now.getTime() - session.lastPlayAt.getTime() <= PAUSE_MS ? session : null;
}

/** Time since the last sign of play in the current session, which the sums do not include yet. */
function runningMs(session: Session | null, now: Date): number {
  const current = sessionOf(session, now);
  return current ? Math.max(0, now.getTime() - current.lastPlayAt.getTime()) : 0;
}

/** The member's minutes between reality checks, 0 for none. A value that the policy no longer offers is replaced by the default. */
export function checkMinutesOf({ policy, checkMinutes }: Pick<Snapshot, 'policy' | 'checkMinutes'>): number {
  if (checkMinutes === 0 && policy.checkMayBeOff) return 0;
  return checkMinutes !== null && policy.checkMinutes.includes(checkMinutes) ? checkMinutes : policy.usualCheckMinutes;
}

/** Due time of the next reality check; null without checks or without a session. */
export function checkDueAt(snapshot: Snapshot, now: Date): Date | null {
  const session = sessionOf(snapshot.session, now);
  const minutes = checkMinutesOf(snapshot);
  if (!session || minutes === 0) return null;
  const since = Math.max(session.from.getTime(), session.checkedAt?.getTime() ?? 0);
  return new Date(since + minutes * MINUTE_MS);
}

/** Highest stake of one bet at an age, null: no ceiling. An unknown age uses the strictest. */
export function stakeCeiling({ policy }: Pick<Snapshot, 'policy'>, age: number | null): Units | null {
  const [first, ...rest] = policy.stakeCeilings;
  if (!first) return null;
  const fitting = age === null ? first : (rest.findLast(({ fromAge }) => age >= fromAge) ?? first);
  return fitting.stake === null ? null : BigInt(fitting.stake) * UNITS_PER_WHOLE;
}
