import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MemberEvent } from '../../../shared/api/content-calls.ts';
import type { Actor } from '../accounts/actor.ts';
import { testActor } from '../accounts/test-actor.ts';
import { movableClock } from '../clock.ts';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { createEventHub } from '../events/hub.ts';
import { audit, createWallet } from '../wallet/index.ts';
import { type Cashier, createCashier } from './cashier.ts';
import { DEMO_BANK, seedDemoBank } from './demo-bank.ts';

const clock = movableClock();
const hub = createEventHub();
const wallet = createWallet({ clock, hub });
let database: TestDatabase;
let cashier: Cashier;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  cashier = createCashier({ db: database.db, wallet, clock });
  await seedDemoBank(database.db, { currency: 'CNY', name: 'Demo bank' });
  await seedDemoBank(database.db, { currency: 'CNY', name: 'Demo bank' });
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

async function member(type = 0): Promise<Actor> {
  count += 1;
  const memberId = `c${count}`;
  await wallet.openMember(database.db, { memberId, currency: 'CNY', realm: type === 4 ? 'trial' : 'real' });
  return testActor(memberId, { type });
}
const order = (amount: string, reference = `reference-of-a-client-${count}`) => ({ channel: DEMO_BANK, amount, reference });
const balance = async (actor: Actor) => (await wallet.balance(database.db, actor.memberId))?.units;

describe('a deposit', () => {
  test('moves no money until it is confirmed, then credits once and tells the browsers', async () => {
    const actor = await member();
    const heard: MemberEvent[] = [];
    hub.subscribe(actor.memberId, (event) => heard.push(event));
    const deposit = await cashier.create(actor, order('125.50'));
    expect(deposit).toMatchObject({ status: 'pending', amount: '1255000', transfer_id: null });
    expect(deposit.payment_reference).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
    expect(await balance(actor)).toBe(0n);
    const credited = await Promise.all(Array.from({ length: 5 }, () => cashier.confirm(actor, deposit.id)));
    expect(new Set(credited.map((row) => `${row.status} ${row.transfer_id}`)).size).toBe(1);
    expect(await balance(actor)).toBe(1_255_000n);
    expect(heard).toMatchObject([{ type: 'balance', sumBalance: '125.5000', version: 1 }]);
    await expect(cashier.cancel(actor, deposit.id)).rejects.toMatchObject({ code: 'deposit_closed' });
  });

  test('is opened once for one reference; the same reference with another body is refused', async () => {
    const actor = await member();
    const twins = await Promise.all(Array.from({ length: 4 }, () => cashier.create(actor, order('50'))));
    expect(new Set(twins.map((row) => row.id)).size).toBe(1);
    await expect(cashier.create(actor, order('51'))).rejects.toMatchObject({ code: 'reference_conflict' });
    const stranger = await member();
    expect((await cashier.create(stranger, order('51', twins[0]?.client_reference ?? ''))).id).not.toBe(twins[0]?.id);
    expect(await cashier.list(actor)).toHaveLength(1);
  });

  test('is refused outside the limits and on no known channel', async () => {
    const actor = await member();
    for (const amount of ['9.99', '50000.01'])
      await expect(cashier.create(actor, order(amount))).rejects.toMatchObject({
        code: 'amount_out_of_range',
        params: { min: '10.00', max: '50,000.00' },
      });
    await expect(cashier.create(actor, { ...order('50'), channel: 'NONE' })).rejects.toMatchObject({ code: 'channel_unavailable' });
    await expect(cashier.create({ ...actor, currency: 'THB' }, order('50'))).rejects.toMatchObject({ code: 'channel_unavailable' });
  });

  test.each([null, 50, '-50', '0', '0.00', '50.001', 'NaN', '1e3', ' 50', '50,0', ['50'], '9'.repeat(20)])(
    'of %j is no amount',
    async (amount) => {
      const actor = await member();
      await expect(cashier.create(actor, order(amount as string))).rejects.toMatchObject({ code: 'amount_invalid' });
    },
  );

  test('that is not paid in time expires; a cancelled one is closed', async () => {
    const actor = await member();
    const late = await cashier.create(actor, order('50', 'reference-that-is-late'));
    const dropped = await cashier.create(actor, order('50', 'reference-that-is-dropped'));
    expect(await cashier.cancel(actor, dropped.id)).toMatchObject({ status: 'cancelled' });
    expect(await cashier.cancel(actor, dropped.id)).toMatchObject({ status: 'cancelled' });
    await expect(cashier.confirm(actor, dropped.id)).rejects.toMatchObject({ code: 'deposit_closed' });
    clock.advance(30 * 60_000 + 1);
    expect(await cashier.get(actor, late.id)).toMatchObject({ status: 'expired' });
    await expect(cashier.confirm(actor, late.id)).rejects.toMatchObject({ code: 'deposit_expired' });
    expect(await cashier.expire(database.db)).toBeGreaterThan(0);
    expect(await cashier.get(actor, late.id)).toMatchObject({ status: 'expired' });
    expect(await balance(actor)).toBe(0n);
  });

  test('of another member is not found', async () => {
    const [actor, stranger] = [await member(), await member()];
    const deposit = await cashier.create(actor, order('50'));
    for (const touch of [cashier.get, cashier.confirm, cashier.cancel])
      await expect(touch(stranger, deposit.id)).rejects.toMatchObject({ code: 'deposit_not_found' });
  });
});

test('a trial account is refused everywhere', async () => {
  const actor = await member(4);
  const refused = { code: 'in_need_true_account' };
  await expect(cashier.channels(actor)).rejects.toMatchObject(refused);
  await expect(cashier.create(actor, order('50'))).rejects.toMatchObject(refused);
  await expect(cashier.confirm(actor, 'd')).rejects.toMatchObject(refused);
  await expect(cashier.cancel(actor, 'd')).rejects.toMatchObject(refused);
  await expect(cashier.get(actor, 'd')).rejects.toMatchObject(refused);
  await expect(cashier.list(actor)).rejects.toMatchObject(refused);
});
