import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { bonusOverview } from '../../../../../shared/api/bonus/calls.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

let test: TestPlatform;
let cashier: TestOperator;
beforeAll(async () => {
  test = await openTestPlatform();
  cashier = await signInAs(test, 'cashier');
  await cashier.get('/bonuses');
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const ORDER = { account: 'demo01', amount: '20', wagering: '5', days: '7', maxBet: '', reason: 'Thank you for waiting' };
const offer = (id: string, more: object = {}) => cashier.post('/bonuses/offer', { id, ...ORDER, ...more });
const offers = async () => (await test.call(bonusOverview, { token: await test.login('demo01') })).body.value.offers;

it('offers a bonus once for each form, below the amount that needs two operators, and withdraws it', async () => {
  expect((await offer('b_test-1', { account: 'nobody77' })).text).toContain('No account has this user name');
  expect((await offer('b_test-1', { amount: '500' })).text).toContain('a second operator must agree');
  expect((await offer('b_test-1', { amount: '20.005' })).status).toBe(422);
  expect((await offer('b_test-1', { wagering: '0' })).status).toBe(422);
  expect(await offers()).toEqual([]);
  expect((await offer('b_test-1')).headers.location).toContain('done_bonusOffered');
  expect((await offer('b_test-1')).headers.location).toContain('done_bonusOffered');
  expect((await offer('b_test-1', { amount: '30' })).status).toBe(422);
  const [own, ...more] = await offers();
  expect([own, more]).toMatchObject([{ amount: '20.0000', required: '100.0000', maxBet: null, reason: ORDER.reason }, []]);
  const page = (await cashier.get('/bonuses')).text;
  for (const words of ['demo01', '20.00 USD', 'Offered', ORDER.reason]) expect(page).toContain(words);
  const withdraw = () => cashier.post('/bonuses/withdraw', { id: own.offerId, reason: 'Offered by mistake' });
  expect((await withdraw()).headers.location).toContain('done_bonusWithdrawn');
  expect((await withdraw()).status).toBe(422);
  expect(await offers()).toEqual([]);
});
