import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { addRewardMember } from '../test-members.ts';
import {
  addDeposit,
  addPlay,
  hour,
  MERCHANT,
  openReferral,
  type ReferralStage,
  reverseDeposit,
  type SlowEvent,
  START,
  slowStages,
  type TestReferral,
  UNIT,
} from './test-referral.ts';

let database: TestDatabase;
let world: TestReferral;
let differences: ReferralStage['differences'];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
const newMember = () => addRewardMember(database.db, world.wallet, MERCHANT);

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('deposit' as const), whole: fc.constantFrom(10, 25, 50), friend: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reverse' as const), nr: fc.nat(10), part: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('play' as const), whole: fc.constantFrom(20, 60, 100), friend: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), nr: fc.nat(10) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), friend: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('run' as const), hours: fc.constantFrom(0, 1, 30, 120, 240) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Played {
  readonly friend: number;
  readonly units: bigint;
  readonly at: Date;
  readonly reference: string;
  left: bigint;
}

/** Does the steps in the product, and notes for the reference what happened to each friend. */
async function doSteps(steps: readonly Step[]) {
  const referrer = await newMember();
  const friends = [await newMember(), await newMember(), await newMember()];
  for (const friend of friends) await world.invite(referrer, friend);
  const events: SlowEvent[][] = [[], [], []];
  const [deposits, bets] = [[] as Played[], [] as Played[]];
  const idOf = (friend: number) => friends[friend] ?? '';
  let now = 0;
  const takeBack = async (one: Extract<Step, { kind: 'reverse' | 'void' }>, found: Played) => {
    const units = one.kind === 'reverse' && one.part ? found.left - found.left / 2n : found.left;
    found.left -= units;
    const of = found.at.getTime();
    events[found.friend]?.push(
      one.kind === 'void' ? { kind: 'play', units: -units, at: of } : { kind: 'reversal', units, of, at: hour(now).getTime() },
    );
    if (one.kind === 'void') await addPlay(database.db, idOf(found.friend), found.at, -units);
    else await reverseDeposit(database.db, world.wallet, idOf(found.friend), found.reference, units);
  };
  for (const one of steps) {
    const at = hour(now);
    if (one.kind === 'run') {
      now += one.hours;
      await world.runAt(hour(now));
    } else if (one.kind === 'claim') {
      await world.claim(idOf(one.friend)).catch((error: { code?: string }) => expect(error.code).toBe('reward_nothing'));
    } else if (one.kind === 'deposit') {
      const units = BigInt(one.whole) * UNIT;
      const reference = await addDeposit(database.db, world.wallet, idOf(one.friend), units);
      deposits.push({ friend: one.friend, units, at, reference, left: units });
      events[one.friend]?.push({ kind: 'deposit', units, at: at.getTime() });
    } else if (one.kind === 'play') {
      const units = BigInt(one.whole) * UNIT;
      await addPlay(database.db, idOf(one.friend), at, units);
      bets.push({ friend: one.friend, units, at, reference: '', left: units });
      events[one.friend]?.push({ kind: 'play', units, at: at.getTime() });
    } else {
      const found = (one.kind === 'reverse' ? deposits : bets).filter(({ left }) => left > 0n)[one.nr];
      if (found) await takeBack(one, found);
    }
  }
  await world.runAt(hour(now));
  return { referrer, friends, events };
}

test('stages and rewards equal the reference for any deposits, play, reversals and claims', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 50 }), async (steps) => {
      ({ world, differences } = await openReferral(database.db));
      const { referrer, friends, events } = await doSteps(steps);
      for (const [index, friend] of friends.entries()) {
        const reached = slowStages(events[index] ?? [], START);
        const rows = await database.db.selectFrom('referral_reward').selectAll().where('friend_id', '=', friend).execute();
        for (const stage of ['deposited', 'played'] as const)
          for (const side of ['referrer', 'friend'] as const) {
            const row = rows.find((one) => one.stage === stage && one.side === side);
            // What was claimed before it was taken back stays paid.
            const states = reached[stage] ? ['claimable', 'expired', 'paid'] : ['none', 'withdrawn', 'expired', 'paid'];
            expect([stage, side, row?.state ?? 'none', states]).toEqual([stage, side, expect.toBeOneOf(states), states]);
          }
        const paid = rows.filter(({ side, state }) => side === 'friend' && state === 'paid');
        const sum = paid.reduce((units, { amount }) => units + BigInt(amount), 0n);
        const own = (events[index] ?? []).reduce(
          (units, one) => units + (one.kind === 'deposit' ? one.units : one.kind === 'reversal' ? -one.units : 0n),
          0n,
        );
        expect((await world.wallet.balance(database.db, friend))?.units).toBe(own + sum);
      }
      expect((await world.wallet.balance(database.db, referrer))?.units).toBe(0n);
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
