import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import type { LimitKind, LimitPeriod } from '../../../shared/rules/protection.ts';
import type { Break, Session, Snapshot } from './snapshot.ts';

/** Signs of play further apart than this belong to two sessions; `protection_add` of migration 041 counts with the same. */
export const PAUSE_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/** A limit that applies: the stricter of the member's and the operator's. Money in units, a session in minutes. */
export interface ActiveLimit {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly value: bigint;
  readonly by: 'member' | 'operator';
}

/** Of each kind and period the stricter limit; the policy's ceilings count as the operator's. */
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

/** What of a limit is used: units, never below zero; seconds of a session, the running one included. */
export function usedOf({ kind, period }: Pick<ActiveLimit, 'kind' | 'period'>, snapshot: Snapshot, now: Date): bigint {
  const { life, before } = snapshot;
  const from = before[period];
  if (kind === 'session') return life.seconds - from.seconds + BigInt(Math.floor(runningMs(snapshot.session, now) / 1000));
  const used =
    kind === 'deposit' ? life.deposits - from.deposits : kind === 'stake' ? life.stakes - from.stakes : life.losses - from.losses;
  return used > 0n ? used : 0n;
}

/** How much more may be used up before the limit stands in the way: units, or seconds. */
export function leftOf(limit: ActiveLimit, snapshot: Snapshot, now: Date): bigint {
  const { life, before } = snapshot;
  // What was won is room for losses: a loss is a result, the others are amounts.
  if (limit.kind === 'loss') return limit.value - (life.losses - before[limit.period].losses);
  return (limit.kind === 'session' ? limit.value * 60n : limit.value) - usedOf(limit, snapshot, now);
}

/** Limits that leave no room for a stake. */
export function limitsAgainstStake(snapshot: Snapshot, units: Units, now: Date): readonly ActiveLimit[] {
  return activeLimits(snapshot).filter((limit) => {
    const left = leftOf(limit, snapshot, now);
    if (limit.kind === 'deposit') return false;
    return limit.kind === 'session' ? left <= 0n : units > left;
  });
}

export function limitsAgainstDeposit(snapshot: Snapshot, units: Units, now: Date): readonly ActiveLimit[] {
  return activeLimits(snapshot).filter((limit) => limit.kind === 'deposit' && units > leftOf(limit, snapshot, now));
}

export function limitsAgainstPlay(snapshot: Snapshot, now: Date): readonly ActiveLimit[] {
  return activeLimits(snapshot).filter((limit) => limit.kind === 'session' && leftOf(limit, snapshot, now) <= 0n);
}

/** The break in force. An exclusion does not end by itself: its term must be over and the member must have asked to come back. */
export function breakOf(pause: Break | null, now: Date): Break | null {
  if (!pause) return null;
  if (pause.kind === 'time-out') return pause.until !== null && pause.until <= now ? null : pause;
  return pause.returnAt !== null && pause.returnAt <= now ? null : pause;
}

/** The session that goes on, null after a pause. */
export function sessionOf(session: Session | null, now: Date): Session | null {
  return session !== null && now.getTime() - session.lastPlayAt.getTime() <= PAUSE_MS ? session : null;
}

/** Time since the last sign of play, while the session goes on: not counted in the sums yet. */
function runningMs(session: Session | null, now: Date): number {
  const current = sessionOf(session, now);
  return current ? Math.max(0, now.getTime() - current.lastPlayAt.getTime()) : 0;
}

/** Minutes between reality checks of the member, 0 for none. A choice that the policy no longer has counts as the usual one. */
export function checkMinutesOf({ policy, checkMinutes }: Pick<Snapshot, 'policy' | 'checkMinutes'>): number {
  if (checkMinutes === 0 && policy.checkMayBeOff) return 0;
  return checkMinutes !== null && policy.checkMinutes.includes(checkMinutes) ? checkMinutes : policy.usualCheckMinutes;
}

/** When the next reality check is due, null where there is none or no session. */
export function checkDueAt(snapshot: Snapshot, now: Date): Date | null {
  const session = sessionOf(snapshot.session, now);
  const minutes = checkMinutesOf(snapshot);
  if (!session || minutes === 0) return null;
  const since = Math.max(session.from.getTime(), session.checkedAt?.getTime() ?? 0);
  return new Date(since + minutes * MINUTE_MS);
}

/** The highest stake of one bet at an age, null for no ceiling; the strictest age where it is not known. */
export function stakeCeiling({ policy }: Pick<Snapshot, 'policy'>, age: number | null): Units | null {
  const [first, ...rest] = policy.stakeCeilings;
  if (!first) return null;
  const fitting = age === null ? first : (rest.findLast(({ fromAge }) => age >= fromAge) ?? first);
  return fitting.stake === null ? null : BigInt(fitting.stake) * UNITS_PER_WHOLE;
}
