import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMIT_KINDS, LIMIT_PERIODS, type LimitKind, type LimitPeriod } from '../../../../shared/rules/protection.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { PAUSE_MS } from './rules.ts';
import { createTestWorld, type TestWorld } from './test-world.ts';

/**
 * Compares limits with a model that sums up everything for each question. The model implements windows, kinds and played time, but no
 * running sums.
 */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 12);
let database: TestDatabase;
let world: TestWorld;
beforeAll(async () => {
  database = await openTestDatabase();
  world = await createTestWorld(database.db, { checkMayBeOff: true });
});
afterAll(() => database.close());

interface Event {
  readonly kind: 'bet' | 'win' | 'rollback' | 'deposit';
  readonly units: bigint;
  readonly at: number;
}

function windowStart(period: LimitPeriod, now: number): number {
  if (period !== 'month') return Math.floor((now - (period === 'day' ? 1 : 7) * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  // Asia/Bangkok is UTC+7 all year.
  const there = new Date(now + 7 * HOUR_MS);
  return Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - 7 * HOUR_MS;
}

function usedByModel(kind: LimitKind, period: LimitPeriod, events: readonly Event[], now: number): bigint {
  const from = windowStart(period, now);
  const sum = (kinds: readonly string[], sign: bigint) =>
    events.filter((event) => event.at >= from && kinds.includes(event.kind)).reduce((all, { units }) => all + sign * units, 0n);
  if (kind === 'deposit') return sum(['deposit'], 1n);
  if (kind === 'stake') return sum(['bet'], 1n) - sum(['rollback'], 1n);
  if (kind === 'loss') return sum(['bet'], 1n) - sum(['rollback', 'win'], 1n);
  const plays = events.filter((event) => event.kind === 'bet').map(({ at }) => at);
  let milliseconds = 0n;
  for (const [index, at] of [...plays, now].entries()) {
    const before = plays[index - 1];
    if (before !== undefined && at >= from && at - before <= PAUSE_MS) milliseconds += BigInt(Math.floor((at - before) / 1000));
  }
  return milliseconds;
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('bet', 'win', 'rollback', 'deposit'), units: fc.bigInt(1n, 400n) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 5, 16, 60, 700, 1440, 3000, 10_080) }) },
);

test('a stake or a deposit is refused exactly when the model refuses it', async () => {
  const limits = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom(...LIMIT_KINDS),
      period: fc.constantFrom(...LIMIT_PERIODS),
      value: fc.integer({ min: 1, max: 900 }),
    }),
    { selector: ({ kind, period }) => `${kind}-${period}`, maxLength: 4 },
  );
  await fc.assert(
    fc.asyncProperty(limits, fc.array(step, { minLength: 5, maxLength: 30 }), async (chosen, steps) => {
      const { memberId } = await world.vendor.player({ units: 1_000_000n });
      const actor = world.actor(memberId);
      world.advance(1);
      await world.protection.member.setCheck(actor, 0);
      for (const { kind, period, value } of chosen)
        await world.protection.member.setLimit(actor, { kind, period }, kind === 'session' ? BigInt((value % 40) + 1) : BigInt(value));
      const events: Event[] = [];
      for (const next of steps) {
        if ('minutes' in next) {
          world.advance(next.minutes);
          continue;
        }
        const kind = next.do as Event['kind'];
        const at = world.clock.now().getTime();
        const refused = (await world.order(memberId, kind, next.units)) !== undefined;
        const expected = chosen.some((limit) => {
          const used = usedByModel(limit.kind, limit.period, events, at);
          if (limit.kind === 'session') return kind === 'bet' && used >= BigInt((limit.value % 40) + 1) * 60n;
          if (limit.kind === 'deposit') return kind === 'deposit' && clamp(used) + next.units > BigInt(limit.value);
          return kind === 'bet' && (limit.kind === 'stake' ? clamp(used) : used) + next.units > BigInt(limit.value);
        });
        expect({ kind, refused }).toEqual({ kind, refused: expected });
        if (!refused) events.push({ kind, units: next.units, at });
      }
    }),
    { numRuns: RUNS },
  );
});

function clamp(units: bigint): bigint {
  return units > 0n ? units : 0n;
}
