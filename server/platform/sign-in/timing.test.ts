import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionLogin } from '../../../shared/api/sign-in-calls.ts';
import { createPasswords, type Passwords } from '../accounts/passwords.ts';
import { testPasswords } from '../accounts/test-passwords.ts';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { openStage, PASSWORD } from './test-stage.ts';

/** Beyond this two samples are told apart (TVLA; design, security 24). */
const THRESHOLD = 4.5;
/** Other work on the machine may spoil a measurement; a leak spoils every one. */
const MEASUREMENTS = 3;
const PATIENT_MEASUREMENTS = 20;
const SAMPLES = 200;
const KINDS = ['unknown', 'wrong', 'locked'] as const;
type Kind = (typeof KINDS)[number];
const WRONG = 'wrong-password-1';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

/** Logins by turns, in a new order each time: whatever drifts, drifts for all three kinds. */
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
  /** One failure again for all but the locked one, so that the next is looked at like the one before. */
  const reset = () =>
    test.db
      .updateTable('login_failure')
      .set({ failures: 1, locked_until: null })
      .where('merchant', '=', stage.merchant)
      .where('account_key', '!=', locked.account)
      .execute();

  return {
    bodies,
    async measure(samples: number): Promise<number> {
      const times: Record<Kind, number[]> = { unknown: [], wrong: [], locked: [] };
      for (let round = 0; round < samples; round += 1) {
        const start = Math.floor(Math.random() * KINDS.length);
        for (let turn = 0; turn < KINDS.length; turn += 1) {
          const kind = KINDS[(start + turn) % KINDS.length] as Kind;
          await reset();
          times[kind].push(await attempt(kind));
        }
      }
      const { unknown, wrong, locked } = crop(times);
      return Math.max(...[welch(unknown, wrong), welch(unknown, locked), welch(wrong, locked)].map(Math.abs));
    },
  };
}

/** Without the slowest tenth of all: what the rest of the machine did in between tells nothing and hides much. */
function crop(times: Readonly<Record<Kind, readonly number[]>>): Readonly<Record<Kind, readonly number[]>> {
  const all = KINDS.flatMap((kind) => times[kind]).sort((one, other) => one - other);
  const limit = all[Math.floor(all.length * 0.9)] ?? 0;
  const below = (kind: Kind) => times[kind].filter((time) => time < limit);
  return { unknown: below('unknown'), wrong: below('wrong'), locked: below('locked') };
}

/** Welch's t of two samples. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [first, second] = [moments(one), moments(other)];
  return (first.mean - second.mean) / Math.sqrt(first.variance / one.length + second.variance / other.length);
}

function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, variance };
}

it('a name that nobody has, a wrong password and a locked name take the same time and get the same answer', async () => {
  const measurement = await openMeasurement(testPasswords());
  const seen: number[] = [];
  while (seen.length < MEASUREMENTS && !(Math.min(...seen) < THRESHOLD)) seen.push(await measurement.measure(SAMPLES));
  expect(Math.min(...seen), `t: ${seen.map((t) => t.toFixed(2)).join(', ')}`).toBeLessThan(THRESHOLD);
  // The very first failure of a name asks for no challenge yet; from then on there is one answer.
  expect([...measurement.bodies].map((body) => JSON.parse(body).captcha)).toEqual([undefined, true]);
});

it('would be told apart without the hash that is compared for nothing', async () => {
  // The usual work is what an impatient attacker would see at once.
  const passwords = createPasswords();
  const hasty: Passwords = { ...passwords, verify: async (hash, password) => hash !== undefined && passwords.verify(hash, password) };
  const measurement = await openMeasurement(hasty);
  const seen: number[] = [];
  // A busy machine hides the difference in its noise now and then; a quiet moment shows it.
  while (seen.length < PATIENT_MEASUREMENTS && !(Math.max(...seen) > THRESHOLD)) seen.push(await measurement.measure(SAMPLES / 10));
  expect(Math.max(...seen), `t: ${seen.map((t) => t.toFixed(2)).join(', ')}`).toBeGreaterThan(THRESHOLD);
});
