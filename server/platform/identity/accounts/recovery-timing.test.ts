import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordEmail, passwordReset } from '../../../../shared/api/accounts/calls.ts';
import type { ClientCall } from '../../../../shared/api/client-call.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { furthestApart, MAX_SAMPLES, THRESHOLD } from '../../test-timing.ts';
import { testProof } from '../verification/test-human.ts';

/** Other load on the machine may spoil a measurement; a leak shows in all of them. */
const MEASUREMENTS = 4;
const SAMPLES = 200;
const KINDS = ['known', 'unknown'] as const;
type Kind = (typeof KINDS)[number];

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());

const REQUESTS = {
  known: { username: 'demo01', email: 'demo01@example.com' },
  unknown: { username: 'ghost01', email: 'demo01@example.com' },
};
const requestBody = async (kind: Kind) => ({ ...REQUESTS[kind], ...(await testProof(test, 'reset')) });
/** The tries are reset each time, so that every one is treated like the first. */
const guess = async (kind: Kind) => {
  await test.db.updateTable('password_reset').set({ tries: 0 }).execute();
  return { username: REQUESTS[kind].username, verificationCode: '123456', newPassword: 'new-calm-tide' };
};

/** Calls alternate in random order, so that a drift affects both kinds. */
async function measure(call: ClientCall, bodyOf: (kind: Kind) => Promise<object>, samples: number, andThen = async () => {}) {
  const times: Record<Kind, number[]> = { known: [], unknown: [] };
  const bodies = new Set<string>();
  for (let round = 0; round < samples; round += 1)
    for (const kind of Math.random() < 0.5 ? KINDS : KINDS.toReversed()) {
      const body = await bodyOf(kind);
      const begun = process.hrtime.bigint();
      const answer = await test.call(call, { body });
      await andThen();
      times[kind].push(Number(process.hrtime.bigint() - begun) / 1e6);
      bodies.add(answer.text);
    }
  return { times, bodies: [...bodies] };
}

async function expectAlike(call: ClientCall, bodyOf: (kind: Kind) => Promise<object>): Promise<string> {
  await measure(call, bodyOf, 10);
  const seen: number[] = [];
  const bodies = new Set<string>();
  while (seen.length < MEASUREMENTS && !(Math.min(...seen) < THRESHOLD)) {
    const measured = await measure(call, bodyOf, SAMPLES);
    seen.push(furthestApart(Object.values(measured.times)));
    for (const body of measured.bodies) bodies.add(body);
  }
  expect(Math.min(...seen), `t: ${seen.map((t) => t.toFixed(2)).join(', ')}`).toBeLessThan(THRESHOLD);
  expect([...bodies]).toHaveLength(1);
  return [...bodies].join();
}

it('a forgotten password gets the same response for a matching name and address and for an unknown name', async () => {
  expect(JSON.parse(await expectAlike(passwordEmail, requestBody))).toMatchObject({ success: true });
});

it('a wrong code gets the same response for a name with a message and for an unknown name', async () => {
  await test.db.deleteFrom('password_reset').execute();
  for (const kind of KINDS) await test.call(passwordEmail, { body: await requestBody(kind) });
  await test.platform.runJob('forgotten passwords');
  const sent = await test.db.selectFrom('password_reset').select('account_key').where('code_key', 'is not', null).execute();
  expect(sent).toEqual([{ account_key: 'demo01' }]);
  const body = await expectAlike(passwordReset, guess);
  expect(JSON.parse(body)).toMatchObject({ code: 'reset_link_invalid' });
});

it('control: the difference would be measurable if the call waited for the message', { timeout: 1_800_000 }, async () => {
  const seen: Record<Kind, number[]> = { known: [], unknown: [] };
  const beyondTheLimits = async (kind: Kind) => {
    test.clock.advance(15 * 60_000);
    return requestBody(kind);
  };
  const waiting = () => test.platform.runJob('forgotten passwords');
  while (seen.known.length < MAX_SAMPLES && !(furthestApart(Object.values(seen)) > THRESHOLD)) {
    const { times } = await measure(passwordEmail, beyondTheLimits, SAMPLES / 5, waiting);
    for (const kind of KINDS) seen[kind].push(...times[kind]);
  }
  expect(furthestApart(Object.values(seen)), `of ${seen.known.length} samples`).toBeGreaterThan(THRESHOLD);
});
