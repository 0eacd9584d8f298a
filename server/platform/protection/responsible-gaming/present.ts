import type { LimitState, PlayState, ProtectionState } from '../../../../shared/api/responsible-gaming/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { LIMIT_PERIODS, type LimitKind } from '../../../../shared/rules/protection.ts';
import type { Actor } from '../../base/actor.ts';
import { activeLimits, breakOf, checkDueAt, checkMinutesOf, leftOf, sessionOf, stakeCeiling, usedOf } from './rules.ts';
import type { Snapshot } from './snapshot.ts';

interface Presented {
  readonly actor: Actor;
  readonly snapshot: Snapshot;
  readonly now: Date;
  readonly currency: string;
  readonly currencySymbol: string;
}

export function presentState({ actor, snapshot, now, currency, currencySymbol }: Presented): ProtectionState {
  const { policy, life } = snapshot;
  const ceiling = stakeCeiling(snapshot, null);
  return {
    limits: policy.limitKinds.flatMap((kind) => LIMIT_PERIODS.map((period) => presentLimit(snapshot, now, { kind, period }))),
    check: { minutes: checkMinutesOf(snapshot), choices: [...policy.checkMinutes], mayBeOff: policy.checkMayBeOff },
    pause: presentBreak(snapshot, now),
    net: {
      deposits: toWire(life.deposits),
      payouts: toWire(life.payouts),
      netDeposits: toWire(life.deposits - life.payouts),
      result: toWire(-life.losses),
    },
    policy: {
      coolHours: policy.coolHours,
      returnHours: policy.returnHours,
      sessionFloorMinutes: policy.sessionFloorMinutes,
      stakeCeiling: ceiling === null ? null : toWire(ceiling),
    },
    account: actor.account,
    currency,
    currencySymbol,
    timeZone: snapshot.timeZone,
  };
}

function presentLimit(snapshot: Snapshot, now: Date, { kind, period }: Pick<LimitState, 'kind' | 'period'>): LimitState {
  const isSameLimit = (limit: { kind: string; period: string }) => limit.kind === kind && limit.period === period;
  const stored = snapshot.limits.find((limit) => isSameLimit(limit) && limit.by === 'member');
  const effective = activeLimits(snapshot).find(isSameLimit);
  const operators = activeLimits({ ...snapshot, limits: snapshot.limits.filter(({ by }) => by === 'operator') }).find(isSameLimit);
  const used = usedOf({ kind, period }, snapshot, now);
  return {
    kind,
    period,
    value: limitValueText(kind, stored?.value),
    operator: limitValueText(kind, operators?.value),
    effective: limitValueText(kind, effective?.value),
    // Full minutes: 59 seconds of play leave a limit of one minute unused.
    used: kind === 'session' ? String(used / 60n) : toWire(used),
    pending: stored?.pendingFrom
      ? {
          value: limitValueText(kind, stored.pendingValue ?? undefined),
          from: stored.pendingFrom.toISOString(),
          ready: stored.pendingFrom <= now,
        }
      : null,
  };
}

function limitValueText(kind: LimitKind, value: bigint | undefined): string | null {
  if (value === undefined) return null;
  return kind === 'session' ? value.toString() : toWire(value);
}

function presentBreak(snapshot: Snapshot, now: Date): ProtectionState['pause'] {
  const rest = breakOf(snapshot.pause, now);
  if (!rest) return null;
  const { kind, from, until, returnAt } = rest;
  return {
    kind,
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
    mayReturn: kind === 'exclusion' && until !== null && until <= now && returnAt === null,
    returnAt: returnAt?.toISOString() ?? null,
  };
}

export function presentPlay({
  snapshot,
  now,
  refused,
  currency,
  currencySymbol,
}: Omit<Presented, 'actor'> & { readonly refused: PlayState['refused'] }): PlayState {
  const session = sessionOf(snapshot.session, now);
  const dueAt = checkDueAt(snapshot, now);
  return {
    session: session && {
      from: session.from.toISOString(),
      seconds: Math.max(0, Math.floor((now.getTime() - session.from.getTime()) / 1000)),
      staked: toWire(session.staked),
      net: toWire(-session.lost),
    },
    check: { minutes: checkMinutesOf(snapshot), dueAt: dueAt?.toISOString() ?? null, due: dueAt !== null && dueAt <= now },
    refused,
    room: roomForStake(snapshot, now),
    currency,
    currencySymbol,
  };
}

/** The stake or loss limit with the least remaining amount. */
function roomForStake(snapshot: Snapshot, now: Date): PlayState['room'] {
  const rooms = activeLimits(snapshot)
    .filter(({ kind }) => kind === 'stake' || kind === 'loss')
    .map((limit) => ({ rule: `${limit.kind}-${limit.period}`, left: leftOf(limit, snapshot, now) }))
    .toSorted((a, b) => (a.left < b.left ? -1 : 1));
  const nearest = rooms[0];
  return nearest ? { rule: nearest.rule, left: toWire(nearest.left > 0n ? nearest.left : 0n) } : null;
}
