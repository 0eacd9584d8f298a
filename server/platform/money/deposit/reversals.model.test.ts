import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { DEFAULT_DEPOSIT_RULES } from '../../merchant/deposit-rules.ts';
import { DEMO_E_WALLET, DEMO_GATEWAYS } from './index.ts';
import { createSettlement } from './settlement.ts';
import { closeModel, type DepositModel, houseBalance, openModel, renamingWallet } from './test-model.ts';

/** Sequences per run; more by `DEPOSIT_RUNS`. */
const RUNS = Number(process.env.DEPOSIT_RUNS ?? 30);
const AMOUNT = 1_000_000n;
const FEE = 15_000n;

let opened: DepositModel;
let database: DepositModel['database'];
let at: DepositModel['at'];
beforeAll(async () => {
  opened = await openModel();
  ({ database, at } = opened);
});
afterAll(() => closeModel(opened));

async function open(): Promise<{ actor: Actor; id: string }> {
  const actor = await at.member();
  const order = { channel: DEMO_E_WALLET, amount: '100', reference: `reversal-reference-${actor.memberId}` };
  return { actor, id: (await at.memberDeposits.create(actor, order)).deposit.id };
}
const sendEvent = (id: string, event: 'paid' | 'reversed', amount: bigint) =>
  at.sendEvent(at.event(id, event, amount), DEMO_GATEWAYS.eWallet);
const houseBalanceChange = (kind: string) => houseBalance(opened, kind);
/** Remaining net amount of the member after this much of the payment was reversed. */
const leftOf = (taken: bigint) => AMOUNT - FEE - (taken - (FEE * taken) / AMOUNT);

const parts = fc.array(fc.record({ amount: fc.oneof(fc.bigInt(1n, 5n), fc.bigInt(1n, 2n * AMOUNT)), repeat: fc.boolean() }), {
  maxLength: 6,
});

function turnoverOf(taken: bigint) {
  return taken === AMOUNT ? 'cancelled' : { units: AMOUNT - FEE, percent: DEFAULT_DEPOSIT_RULES.turnoverPercent };
}

/** A full reversal before the payment prevents the credit. */
function statusOf(taken: bigint, isPaid: boolean): string {
  if (taken === AMOUNT) return 'reversed';
  if (!isPaid) return 'pending';
  return taken > 0n ? 'part_reversed' : 'credited';
}

test('partial reversals of any size, before or after the payment, reverse their sum and never more than the whole', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.nat(6), async (all, paidAt) => {
      const { actor, id } = await open();
      const [channel, fees] = [await houseBalanceChange('cashier:%'), await houseBalanceChange('deposit-fees')];
      let [taken, isPaid] = [0n, false];
      const check = async (statusText: string) => {
        const status = statusOf(taken, isPaid);
        const { deposit } = await at.memberDeposits.get(actor, id);
        expect([statusText, deposit.status, deposit.reversed_amount]).toEqual([status, status, taken.toString()]);
        expect(await at.balance(actor)).toBe(isPaid ? leftOf(taken) : 0n);
      };
      const pay = async () => {
        const isUnchanged = taken === AMOUNT && !isPaid;
        const paidStatus = String(await sendEvent(id, 'paid', AMOUNT));
        isPaid = !isUnchanged;
        await check(paidStatus);
      };
      for (const [index, { amount, repeat }] of all.entries()) {
        if (index === paidAt) await pay();
        const event = at.event(id, 'reversed', amount);
        const statuses = await Promise.all(
          (repeat ? [event, event, event] : [event]).map((one) => at.sendEvent(one, DEMO_GATEWAYS.eWallet)),
        );
        taken = taken + amount < AMOUNT ? taken + amount : AMOUNT;
        await check(String(statuses[0]));
      }
      if (paidAt >= all.length) await pay();
      expect(at.turnover.requirements.get(`deposit:${id}`)).toEqual(isPaid ? turnoverOf(taken) : undefined);
      const balanceChanges = [(await houseBalanceChange('cashier:%')) - channel, (await houseBalanceChange('deposit-fees')) - fees];
      // The house keeps the rest of the money and the rest of the fee.
      expect(balanceChanges).toEqual(isPaid ? [taken - AMOUNT, FEE - (FEE * taken) / AMOUNT] : [0n, 0n]);
    }),
    { numRuns: RUNS },
  );
});

test('the member is notified of each partial reversal and sees the total', async () => {
  const { actor, id } = await open();
  await sendEvent(id, 'paid', AMOUNT);
  await sendEvent(id, 'reversed', 300_000n);
  await sendEvent(id, 'reversed', 900_000n);
  const notices = at.inbox.posted
    .filter(({ memberId }) => memberId === actor.memberId)
    .map(({ template, params }) => [template, params?.amount]);
  expect(notices.slice(1)).toEqual([
    ['deposit_part_reversed', '¥30.00'],
    ['deposit_reversed', '¥70.00'],
  ]);
  expect((await at.memberDeposits.get(actor, id)).steps.map(({ status }) => status)).toEqual([
    'pending',
    'credited',
    'part_reversed',
    'reversed',
  ]);
});

test('a part of what was returned leaves the rest to be sent back; all of it leaves nothing', async () => {
  const { actor, id } = await open();
  at.knobs.protection = { ...at.knobs.protection, refuseDeposit: async () => ({ code: 'time_out', rule: 'time-out', until: null }) };
  await sendEvent(id, 'paid', AMOUNT);
  at.knobs.protection = { ...at.knobs.protection, refuseDeposit: async () => undefined };
  expect(await sendEvent(id, 'reversed', 400_000n)).toBe('returned');
  expect((await at.desk.get(id))?.deposit).toMatchObject({ status: 'returned', reversed: 400_000n });
  expect(await sendEvent(id, 'reversed', 600_000n)).toBe('reversed');
  await expect(at.desk.sendBack('ops', id, 'RTN-1')).rejects.toMatchObject({ code: 'deposit_closed' });
  expect(await at.balance(actor)).toBe(0n);
});

test('a returned deposit that is also reversed moves no money and gets one note', async () => {
  const { actor, id } = await open();
  at.knobs.protection = { ...at.knobs.protection, refuseDeposit: async () => ({ code: 'time_out', rule: 'time-out', until: null }) };
  await sendEvent(id, 'paid', AMOUNT);
  at.knobs.protection = { ...at.knobs.protection, refuseDeposit: async () => undefined };
  await at.desk.sendBack('ops', id, 'RTN-twice');
  const event = at.event(id, 'reversed', AMOUNT);
  for (let times = 0; times < 2; times += 1) expect(await at.sendEvent(event, DEMO_GATEWAYS.eWallet)).toBe('sent_back');
  expect(await at.balance(actor)).toBe(0n);
  const chargebackNotes = (await at.desk.get(id))?.steps.filter(({ note }) => note?.includes('as well'));
  expect(chargebackNotes?.map(({ by_whom, note }) => [by_whom, note])).toEqual([['provider', expect.stringContaining('100.00')]]);
});

/** Two guards against a double reversal: the sum under the deposit's lock, and the transfer's reference in the ledger. */
test.each([
  ['the sum is lost', true, false, leftOf(300_000n)],
  ['the ledger is given another reference each time', false, true, leftOf(AMOUNT)],
  // The property above would fail: four partial reversals of 30 exceed the payment.
  ['both', true, true, AMOUNT - FEE - 4n * (300_000n - 4_500n)],
])('planted fault: %s', async (_name, losesSum, newReferences, balance) => {
  const settlement = createSettlement({ ...at.deps, wallet: renamingWallet(at.deps.wallet, newReferences) });
  const { actor, id } = await open();
  await sendEvent(id, 'paid', AMOUNT);
  for (const eventId of [1, 2, 3, 4].map((n) => `${id}-${n}`)) {
    const event = { eventId, event: 'reversed', depositId: id, amount: 300_000n, currency: actor.currency } as const;
    await settlement.applyEvent(DEMO_GATEWAYS.eWallet, event, eventId);
    const lost = { status: 'credited', reversed_amount: '0', reversal_transfer_id: null } as const;
    if (losesSum) await database.db.updateTable('deposit').set(lost).where('id', '=', id).execute();
  }
  expect(await at.balance(actor)).toBe(balance);
});
