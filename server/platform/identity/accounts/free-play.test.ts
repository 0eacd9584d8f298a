import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { audit } from '../../ledger/index.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { type AccountsTest, accountsTest } from './test-accounts.ts';

let test: TestPlatform;
let at: AccountsTest;
beforeAll(async () => {
  test = await openTestPlatform();
  at = accountsTest(test);
});
afterAll(async () => {
  expect((await audit(test.db)).differences).toEqual([]);
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const form = (random: string = randomUUID()) => ({ os: 'Linux', platform: 'W', random, gatewayVersion: 3 });
const play = (random?: string) => at.send('session.freePlay', { body: form(random) }, 'freeplay');

it('signs in to a new trial account with play money', async () => {
  const { value } = await play();
  expect(value.member).toMatchObject({ type: 4, account: expect.stringMatching(/^free[b-z2-9]{10}$/) });
  const balance = await at.send('wallet.balance', { token: value.token });
  expect(balance.value).toMatchObject({ sumBalance: '5000.0000' });
  expect((await at.member(value.member.account)).free_play).toBe(true);
  const lines = (await audit(test.db)).lines.filter(({ owner, realm }) => owner === 'members' && realm === 'trial');
  expect(lines.map((line) => line.accounts)).toEqual([2]);
});

it('is refused what needs a real account', async () => {
  const { token } = (await play()).value;
  const body = { channel: 'DEMO_BANK', amount: '50', reference: randomUUID() };
  expect((await at.send('deposit.create', { token, body })).code).toBe('in_need_true_account');
});

it('credits the amount of the merchant’s settings', async () => {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, access: { ...settings.access, freePlayCredit: 750 } });
  const { token } = (await play()).value;
  expect((await at.send('wallet.balance', { token })).value.sumBalance).toBe('750.0000');
  await saveSettings(test.db, test.merchant, { ...settings, features: { ...settings.features, freePlay: false } });
  expect((await play()).code).toBe('sign_in_method_off');
  await saveSettings(test.db, test.merchant, settings);
});

it('accepts a random string once, also for concurrent calls, and always needs a challenge', async () => {
  const random = randomUUID();
  const answers = await Promise.all([play(random), play(random), play(random)]);
  expect(answers.map((body) => body.code ?? 'ok').sort()).toEqual(['ok', 'payload_replayed', 'payload_replayed']);
  expect((await at.send('session.freePlay', { body: form() })).code).toBe('challenge_required');
  expect((await play('short')).code).toBe('bad_request');
});
