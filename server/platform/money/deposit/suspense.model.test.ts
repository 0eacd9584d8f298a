import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../base/actor.ts';
import { audit } from '../../ledger/index.ts';
import { DEFAULT_DEPOSIT_RULES } from '../../merchant/deposit-rules.ts';
import { heldByScreening, unprotected } from '../../protection/responsible-gaming/test-protection.ts';
import { DEMO_BANK, DEMO_GATEWAYS, DEMO_QR } from './index.ts';
import { createSettlement } from './settlement.ts';
import { closeModel, type DepositModel, houseBalance, openModel } from './test-model.ts';

/** Sequences per run; more by `DEPOSIT_RUNS`. */
const RUNS = Number(process.env.DEPOSIT_RUNS ?? 25);
const AMOUNT = 1_000_000n;

let opened: DepositModel;
let database: DepositModel['database'];
let at: DepositModel['at'];
beforeAll(async () => {
  opened = await openModel();
  ({ database, at } = opened);
});
afterAll(() => closeModel(opened));

async function open(channel = DEMO_QR): Promise<{ actor: Actor; id: string }> {
  const actor = await at.member();
  return {
    actor,
    id: (await at.memberDeposits.create(actor, { channel, amount: '100', reference: `suspense-of-${actor.memberId}` })).deposit.id,
  };
}
const pay = (id: string, amount = AMOUNT) => at.sendEvent(at.event(id, 'paid', amount));
const itemsOf = (depositId: string) => at.suspense.list({ depositId });
const houseUnits = (kind: string) => houseBalance(opened, kind);
const noticesOf = ({ memberId }: Actor) =>
  at.inbox.posted.filter((one) => one.memberId === memberId).map(({ template, params }) => [template, params?.amount]);

const step = fc.record({
  kind: fc.constantFrom('paid', 'paid', 'reversed', 'credit', 'send-back'),
  amount: fc.constantFrom(AMOUNT, 300_000n, 1_200_000n),
  repeat: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Sums {
  received: bigint;
  reversed: bigint;
}

/** Payments and their results, counted without a state machine. */
async function perform(id: string, { kind, amount, repeat }: Step, sums: Sums): Promise<void> {
  const [item] = (await itemsOf(id)).filter(({ status }) => status === 'waiting');
  if (kind === 'paid' || kind === 'reversed') {
    const event = at.event(id, kind, amount);
    await Promise.all((repeat ? [event, event] : [event]).map((one) => at.sendEvent(one)));
    if (kind === 'paid') sums.received += amount;
    else sums.reversed += amount < sums.received - sums.reversed ? amount : sums.received - sums.reversed;
  } else if (item && kind === 'credit') await at.suspense.credit(item.id);
  else if (item) {
    await at.suspense.sendBack(item.id, `rtn of ${item.id}`);
    sums.reversed += item.held;
  }
}

test('repeated payments, reversals, credits and returns in any order: every unit is with the member, in suspense or returned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 9 }), async (steps) => {
      const { actor, id } = await open();
      const before = { channel: await houseUnits('cashier:%'), suspense: await houseUnits('suspense') };
      await pay(id);
      const sums: Sums = { received: AMOUNT, reversed: 0n };
      for (const one of steps) {
        await perform(id, one, sums);
        const left = sums.received - sums.reversed;
        const waiting = (await itemsOf(id)).filter(({ status }) => status === 'waiting');
        const held = waiting.reduce((sum, item) => sum + item.held, 0n);
        const booked = {
          suspense: (await houseUnits('suspense')) - before.suspense,
          channel: (await houseUnits('cashier:%')) - before.channel,
        };
        expect({ one, all: ((await at.balance(actor)) ?? 0n) + held, ...booked }).toEqual({
          one,
          all: left,
          suspense: held,
          channel: -left,
        });
      }
    }),
    { numRuns: RUNS },
  );
});

test('a second payment is in no wallet, reported to the member once, and credited less the fee as a separate deposit', async () => {
  const { actor, id } = await open();
  for (let n = 0; n < 3; n += 1) await at.sendEvent(at.event(id, 'paid', AMOUNT, { eventId: `${id}-first` }));
  expect(await itemsOf(id)).toEqual([]);
  const second = at.event(id, 'paid', AMOUNT);
  for (let n = 0; n < 3; n += 1) expect(await at.sendEvent(second)).toBe('credited');
  const [item, ...more] = await itemsOf(id);
  expect([item, more]).toMatchObject([{ held: AMOUNT, status: 'waiting', depositId: id, memberId: actor.memberId }, []]);
  expect(await at.balance(actor)).toBe(AMOUNT);
  const made = await at.suspense.credit(item?.id ?? '');
  expect(await at.balance(actor)).toBe(2n * AMOUNT);
  expect(at.turnover.requirements.get(`deposit:${made}`)).toEqual({ units: AMOUNT, percent: DEFAULT_DEPOSIT_RULES.turnoverPercent });
  expect((await at.memberDeposits.get(actor, made)).deposit.status).toBe('credited');
  for (const again of [at.suspense.credit, (closed: string) => at.suspense.sendBack(closed, 'RTN-late')])
    await expect(again(item?.id ?? '')).rejects.toMatchObject({ code: 'deposit_closed' });
  expect(noticesOf(actor)).toEqual([
    ['deposit_credited', '¥100.00'],
    ['payment_suspended', '¥100.00'],
    ['deposit_credited', '¥100.00'],
  ]);
});

test('the first reported payment of a deposit credited by hand is that payment; the next one is another', async () => {
  const { actor, id } = await open(DEMO_BANK);
  await at.desk.approve('ops', id, 'on the list of the bank');
  const sendPayment = () => at.sendEvent(at.event(id, 'paid', AMOUNT), DEMO_GATEWAYS.bank);
  await sendPayment();
  expect([await itemsOf(id), await at.balance(actor)]).toEqual([[], AMOUNT]);
  await sendPayment();
  expect((await itemsOf(id)).map(({ held }) => held)).toEqual([AMOUNT]);
  const other = await open(DEMO_BANK);
  await at.desk.approve('ops', other.id, 'misread');
  await at.sendEvent(at.event(other.id, 'paid', 400_000n), DEMO_GATEWAYS.bank);
  const notes = (await at.desk.get(other.id))?.steps.flatMap(({ note }) => note ?? []);
  expect([await itemsOf(other.id), notes?.at(-1)]).toEqual([[], expect.stringContaining('another amount was reported as paid, 40.00')]);
});

test('a second payment while the first waits for a person does not take its place', async () => {
  const { actor, id } = await open(DEMO_BANK);
  const sendPayment = (amount: bigint) => at.sendEvent(at.event(id, 'paid', amount), DEMO_GATEWAYS.bank);
  expect([await sendPayment(400_000n), await sendPayment(AMOUNT)]).toEqual(['checking', 'checking']);
  expect((await itemsOf(id)).map(({ held }) => held)).toEqual([AMOUNT]);
  await at.desk.approve('ops', id, 'short by sixty');
  expect(await at.balance(actor)).toBe(400_000n);
});

test('what protection forbids stays in suspense, and can be sent back', async () => {
  const { actor, id } = await open();
  await pay(id);
  await pay(id);
  const [item] = await itemsOf(id);
  const refuse = async () => ({ code: 'time_out' as const, rule: 'time-out', until: null });
  at.knobs.protection = { ...unprotected, refuseDeposit: refuse };
  await expect(at.suspense.credit(item?.id ?? '')).rejects.toMatchObject({ code: 'time_out' });
  at.knobs.protection = heldByScreening();
  await expect(at.suspense.credit(item?.id ?? '')).rejects.toMatchObject({ code: 'account_held' });
  at.knobs.protection = unprotected;
  expect([(await itemsOf(id))[0]?.status, await at.balance(actor)]).toEqual(['waiting', AMOUNT]);
  await at.suspense.sendBack(item?.id ?? '', 'RTN-protected');
  expect(await itemsOf(id)).toMatchObject([{ status: 'sent_back', sentBackReference: 'RTN-protected', closedBy: 'operator:ops' }]);
  expect(noticesOf(actor).at(-1)).toEqual(['payment_sent_back', '¥100.00']);
});

test('an outgoing payment returns one item only, in any spelling of its reference', async () => {
  const held = async () => {
    const { id } = await open();
    for (let n = 0; n < 2; n += 1) await pay(id);
    return (await itemsOf(id))[0]?.id ?? '';
  };
  const [one, two] = [await held(), await held()];
  await at.suspense.sendBack(one, 'Bank 00 17-a');
  await at.suspense.sendBack(one, 'BANK 0017-A');
  for (const same of ['Bank 00 17-a', 'bank0017-A', ' BANK\u00a00017-a ', 'ＢＡＮＫ００１７－Ａ'])
    await expect(at.suspense.sendBack(two, same)).rejects.toMatchObject({ code: 'reference_conflict' });
  const { id } = await open();
  at.knobs.protection = { ...unprotected, refuseDeposit: async () => ({ code: 'time_out', rule: 'time-out', until: null }) };
  await pay(id);
  at.knobs.protection = unprotected;
  await expect(at.desk.sendBack('ops', id, 'bank 0017-a')).rejects.toMatchObject({ code: 'reference_conflict' });
  await at.desk.sendBack('ops', id, 'bank 0018');
  expect(await at.desk.sendBack('ops', id, 'BANK0018')).toBe('sent_back');
  await expect(at.suspense.sendBack(two, 'Bank0018')).rejects.toMatchObject({ code: 'reference_conflict' });
});

/** The audit reports a difference between the suspense account and the waiting payments. */
test('planted fault: a payment is held without being posted', async () => {
  const { wallet } = at.deps;
  const forgetful: typeof wallet = {
    ...wallet,
    transfer: async (executor, instruction, afterCommit) =>
      instruction.kind === 'suspense'
        ? { outcome: 'posted', transferId: '0', balance: 0n, version: 0 }
        : wallet.transfer(executor, instruction, afterCommit),
  };
  const settlement = createSettlement({ ...at.deps, wallet: forgetful });
  const { id } = await open();
  await pay(id);
  const event = { eventId: `${id}-2`, event: 'paid', depositId: id, amount: AMOUNT, currency: 'CNY' } as const;
  await settlement.applyEvent(DEMO_GATEWAYS.qr, event, 'second');
  expect((await audit(database.db)).differences.join()).toContain('suspense account of CNY holds');
  await database.db.deleteFrom('suspense').where('deposit_id', '=', id).execute();
});
