import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { furthestApart, MAX_SAMPLES, THRESHOLD } from '../../test-timing.ts';
import { createPasswords, type Passwords } from '../members/passwords.ts';
import { testPasswords } from '../members/test-passwords.ts';
import { openStage, PASSWORD } from './test-stage.ts';

/** Other load on the machine may spoil a measurement; a leak shows in all of them. */
const MEASUREMENTS = 3;
const SAMPLES = 200;
const KINDS = ['unknown', 'wrong', 'locked'] as const;
type Kind = (typeof KINDS)[number];
const WRONG = 'wrong-password-1';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

/** Sign-ins alternate in random order, so that a drift affects all three kinds. */
async function openMeasurement(passwords: Passwords) {
  const stage = await openStage(test.db, { passwords });
  const [known, locked] = [await stage.addMember(), await stage.addMember()];
  const names: Readonly<Record<Kind, string>> = { unknown: 'nobody-at-all', wrong: known.account, locked: locked.account };
  const bodies = new Set<string>();
  const attempt = async (kind: Kind, password = kind === 'locked' ? PASSWORD : WRONG) => {
    const form = { username: names[kind], password, challenge: 'solved' };
    const begun = process.hrtime.bigint();
    const answer = await stage.call(sessionLogin, form);
    const took = Number(process.hrtime.bigint() - begun) / 1e6;
    bodies.add(JSON.stringify(answer));
    return took;
  };
  for (let n = 0; n < 4; n += 1) for (const kind of KINDS) await attempt(kind, WRONG);
  /** One failure for all but the locked name, so that each try is treated like the previous one. */
  const reset = () =>
    test.db
      .updateTable('login_failure')
      .set({ failures: 1, locked_until: null })
      .where('merchant', '=', stage.merchant)
      .where('account_key', '!=', locked.account)
      .execute();

  return {
    bodies,
    async measure(samples: number): Promise<Readonly<Record<Kind, readonly number[]>>> {
      const times: Record<Kind, number[]> = { unknown: [], wrong: [], locked: [] };
      for (let round = 0; round < samples; round += 1) {
        const start = Math.floor(Math.random() * KINDS.length);
        for (let turn = 0; turn < KINDS.length; turn += 1) {
          const kind = KINDS[(start + turn) % KINDS.length] as Kind;
          await reset();
          times[kind].push(await attempt(kind));
        }
      }
      return times;
    },
  };
}

it('an unknown name, a wrong password and a locked name take the same time and get the same response', async () => {
  const measurement = await openMeasurement(testPasswords());
  const seen: number[] = [];
  while (seen.length < MEASUREMENTS && !(Math.min(...seen) < THRESHOLD))
    seen.push(furthestApart(Object.values(await measurement.measure(SAMPLES))));
  expect(Math.min(...seen), `t: ${seen.map((t) => t.toFixed(2)).join(', ')}`).toBeLessThan(THRESHOLD);
  // The first failure of a name requires no challenge; afterwards all responses are the same.
  expect([...measurement.bodies].map((body) => JSON.parse(body).captcha)).toEqual([undefined, true]);
});

it('control: without the dummy hash the difference would be measurable', { timeout: 1_800_000 }, async () => {
  // With the default cost, an attacker would notice a difference at once.
  const passwords = createPasswords();
  const hasty: Passwords = { ...passwords, verify: async (hash, password) => hash !== undefined && passwords.verify(hash, password) };
  const measurement = await openMeasurement(hasty);
  const seen: Record<Kind, number[]> = { unknown: [], wrong: [], locked: [] };
  while (seen.unknown.length < MAX_SAMPLES && !(furthestApart(Object.values(seen)) > THRESHOLD)) {
    const times = await measurement.measure(SAMPLES / 10);
    for (const kind of KINDS) seen[kind].push(...times[kind]);
  }
  expect(furthestApart(Object.values(seen)), `of ${seen.unknown.length} samples`).toBeGreaterThan(THRESHOLD);
});
