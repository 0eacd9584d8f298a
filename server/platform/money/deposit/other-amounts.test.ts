import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_E_WALLET, DEMO_GATEWAYS, DEMO_QR } from './index.ts';
import { closeModel, type DepositModel, houseBalance, openModel } from './test-model.ts';

/** Payments of another amount than announced: less, more, and in parts. */
let opened: DepositModel;
let at: DepositModel['at'];
beforeAll(async () => {
  opened = await openModel();
  ({ at } = opened);
});
afterAll(() => closeModel(opened));

const WHOLE = 10_000n;
const open = async (amount: string, channel: string = DEMO_QR) => {
  const actor = await at.member();
  const { id } = (await at.memberDeposits.create(actor, { channel, amount, reference: `other-amount-${actor.memberId}` })).deposit;
  return { actor, id };
};

test.each([
  ['less', 30n, '¥30.00'],
  ['more', 80n, '¥80.00'],
])('%s than announced is credited by what arrived, with a state and a message of its own', async (_name, whole, text) => {
  const { actor, id } = await open('50');
  const event = at.event(id, 'paid', whole * WHOLE);
  for (let times = 0; times < 3; times += 1) expect(await at.sendEvent(event)).toBe('credited');
  expect(await at.balance(actor)).toBe(whole * WHOLE);
  expect((await at.memberDeposits.get(actor, id)).deposit).toMatchObject({
    status: 'credited',
    reason: 'other_amount',
    amount: String(whole * WHOLE),
    announced_amount: '500000',
    paid_amount: null,
  });
  expect((await at.desk.get(id))?.deposit).toMatchObject({ announced: 500_000n, amount: whole * WHOLE, reason: 'other_amount' });
  const posted = at.inbox.posted.filter(({ memberId }) => memberId === actor.memberId);
  expect(posted).toMatchObject([{ template: 'deposit_other_amount', params: { amount: text, announced: '¥50.00' } }]);
  expect(at.turnover.requirements.get(`deposit:${id}`)).toEqual({ units: whole * WHOLE, percent: 100 });
});

test('the fee is that of the received amount', async () => {
  const { actor, id } = await open('100', DEMO_E_WALLET);
  expect(await at.sendEvent(at.event(id, 'paid', 80n * WHOLE), DEMO_GATEWAYS.eWallet)).toBe('credited');
  expect(await at.balance(actor)).toBe(788_000n);
});

test('more than the channel takes waits for an operator', async () => {
  const { actor, id } = await open('50');
  expect(await at.sendEvent(at.event(id, 'paid', 5_001n * WHOLE))).toBe('checking');
  expect(await at.balance(actor)).toBe(0n);
  expect((await at.desk.get(id))?.deposit).toMatchObject({ paidAmount: 5_001n * WHOLE, reason: 'amount_differs' });
});

test('further parts are credited up to the announced amount, the rest waits in suspense', async () => {
  const { actor, id } = await open('50');
  for (const whole of [20n, 25n]) await at.sendEvent(at.event(id, 'paid', whole * WHOLE));
  expect(await at.balance(actor)).toBe(45n * WHOLE);
  await at.sendEvent(at.event(id, 'paid', 6n * WHOLE));
  expect(await at.balance(actor)).toBe(45n * WHOLE);
  await at.sendEvent(at.event(id, 'paid', 5n * WHOLE));
  expect(await at.balance(actor)).toBe(50n * WHOLE);
  expect((await at.suspense.list({ depositId: id })).map(({ status, amount }) => [status, amount]).sort()).toEqual(
    [
      ['credited', 25n * WHOLE],
      ['credited', 5n * WHOLE],
      ['waiting', 6n * WHOLE],
    ].sort(),
  );
  // Undecided money first, then the deposit, then its further parts.
  await at.sendEvent(at.event(id, 'reversed', 56n * WHOLE));
  expect(await at.balance(actor)).toBe(0n);
});

test('parts of one deposit credit what arrived, never more than the announced amount without an operator', async () => {
  const held = await houseBalance(opened, 'suspense');
  let waiting = 0n;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt({ min: 1n, max: 60n }), { minLength: 1, maxLength: 6 }), async (parts) => {
      const { actor, id } = await open('100');
      let credited = 0n;
      for (const [n, whole] of parts.entries()) {
        const event = at.event(id, 'paid', whole * WHOLE);
        for (let times = 0; times < 2; times += 1) await at.sendEvent(event);
        if (n === 0 || credited + whole <= 100n) credited += whole;
        else waiting += whole;
        expect(await at.balance(actor)).toBe(credited * WHOLE);
      }
    }),
    { numRuns: Number(process.env.DEPOSIT_RUNS ?? 25) },
  );
  expect((await houseBalance(opened, 'suspense')) - held).toBe(waiting * WHOLE);
});

test('a deposit goes to the first provider that takes its amount and responds', async () => {
  const { db } = at.deps;
  const routes = [
    { provider: DEMO_GATEWAYS.qr, min: null, max: String(100n * WHOLE) },
    { provider: DEMO_GATEWAYS.eWallet, min: String(20n * WHOLE), max: null },
  ];
  const setRoutes = (list: typeof routes) =>
    db
      .updateTable('deposit_channel')
      .set({ routes: JSON.stringify(list) })
      .where('code', '=', DEMO_QR)
      .execute();
  await setRoutes(routes);
  const { paused } = at.knobs;
  const providerOf = async (amount: string) => {
    const { id } = await open(amount);
    return { id, provider: (await at.desk.get(id))?.deposit.provider };
  };
  expect((await providerOf('50')).provider).toBe('qr');
  expect((await providerOf('200')).provider).toBe('ewallet');
  paused.add('qr');
  const moved = await providerOf('50');
  expect(moved.provider).toBe('ewallet');
  expect((await providerOf('10')).provider).toBe('qr');
  expect(await at.sendEvent(at.event(moved.id, 'paid', 500_000n), DEMO_GATEWAYS.qr)).toBe('unknown');
  expect(await at.sendEvent(at.event(moved.id, 'paid', 500_000n), DEMO_GATEWAYS.eWallet)).toBe('credited');
  paused.clear();
  await setRoutes([]);
});
