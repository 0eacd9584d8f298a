import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { createTestPayouts, startTestProvider, type TestPayouts, type TestProvider } from './test-payouts.ts';

const WHOLE = 10_000n;
let database: TestDatabase;
let first: TestProvider;
let second: TestProvider;
let at: TestPayouts;
beforeAll(async () => {
  database = await openTestDatabase();
  [first, second] = [await startTestProvider('first', now), await startTestProvider('second', now)];
});
beforeEach(() => {
  at = createTestPayouts(database.db, [first, second]);
  first.mode = 'pays';
  second.mode = 'pays';
});
afterEach(async () => {
  // What a test leaves open would be sent by the next one.
  await sql`update payout set status = 'failed', closed_at = now() where status = 'created'`.execute(database.db);
  await database.db.deleteFrom('payment_provider').execute();
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await first.close();
  await second.close();
  await database.close();
});
const now = () => at.under.clock.now();
const approved = async (amount = '100') => {
  const actor = await at.under.member();
  return { actor, id: (await at.under.withdrawalIn(actor, amount, 'approved')).id };
};
const statesOf = async (id: string) => (await at.payoutsOf(id)).map(({ provider, status }) => `${provider} ${status}`);
const rowOf = async ({ actor, id }: Awaited<ReturnType<typeof approved>>) => (await at.under.withdrawals.get(actor, id)).row;
const actionsOf = async ({ actor, id }: Awaited<ReturnType<typeof approved>>) =>
  (await at.under.withdrawals.get(actor, id)).events.map(({ action }) => action);

describe('an approved withdrawal', () => {
  it('is paid by the provider of its route, with the whole account and the net amount', async () => {
    at.under.setRules({ feeFixed: '2' });
    const one = await approved();
    await at.run();
    const [payout] = await at.payoutsOf(one.id);
    expect(first.orders.get(payout?.id ?? '')).toEqual({
      payoutId: payout?.id,
      amount: '98.0000',
      currency: 'CNY',
      payee: { kind: 'BANK', provider: 'DEMO', holder: 'Ann Lee', number: '0123454321' },
    });
    expect(await rowOf(one)).toMatchObject({ status: 'paid', received: '0' });
    expect(await at.under.money(one.actor)).toEqual({ wallet: 900n * WHOLE, hold: 0n });
    const before = first.requests.length;
    await at.runFor(30);
    expect(first.requests.length).toBe(before);
    at.under.setRules({});
  });

  it('that is accepted waits, and is paid by the callback or by the answer to the state, once', async () => {
    first.mode = 'accepts';
    const one = await approved();
    await at.run();
    const [payout] = await at.payoutsOf(one.id);
    const id = payout?.id ?? '';
    expect(await statesOf(one.id)).toEqual(['first sent']);
    expect((await rowOf(one)).status).toBe('approved');
    first.set(id, 'paid', 100n * WHOLE);
    for (let times = 0; times < 3; times += 1) expect(await at.event('first', id, first.report(id))).toBe('ok');
    await at.runFor(20);
    expect(await actionsOf(one)).toEqual(['requested', 'approved', 'payment_sent', 'paid']);
    const other = await approved();
    await at.run();
    const [payoutOfOther] = await at.payoutsOf(other.id);
    first.set(payoutOfOther?.id ?? '', 'paid', 100n * WHOLE);
    await at.runFor(3);
    expect((await rowOf(other)).status).toBe('paid');
    expect(first.requests.filter((line) => line.endsWith(payoutOfOther?.id ?? '')).map((line) => line.split(' ')[0])).toContain(
      '/payouts/status',
    );
  });

  it.each(['lost', 'error', 'garbage', 'broken'] as const)(
    'is repeated with the same id after no answer (%s), and paid once',
    async (mode) => {
      const before = first.paidOut();
      first.mode = mode;
      const one = await approved();
      await at.runFor(5);
      expect(await statesOf(one.id)).toEqual(['first unknown']);
      await expect(at.under.act('markPaid', one.id)).rejects.toMatchObject({ code: 'withdrawal_in_payment' });
      await expect(at.under.act('reject', one.id)).rejects.toMatchObject({ code: 'withdrawal_in_payment' });
      first.mode = 'pays';
      await at.runFor(15);
      expect([await statesOf(one.id), first.paidOut() - before]).toEqual([['first paid'], 100n * WHOLE]);
      expect((await at.payoutsOf(one.id))[0]?.last_error).toBeNull();
    },
  );

  it('that one provider refuses goes to the next one, and to an operator after the last', async () => {
    first.mode = 'fails';
    const one = await approved();
    await at.run();
    await at.run();
    expect(await statesOf(one.id)).toEqual(['second paid', 'first failed']);
    second.mode = 'fails';
    const other = await approved();
    for (let times = 0; times < 4; times += 1) await at.run();
    expect((await statesOf(other.id)).sort()).toEqual(['first failed', 'second failed']);
    expect(await actionsOf(other)).toEqual(['requested', 'approved', 'payment_failed', 'payment_failed']);
    await at.under.act('markPaid', other.id);
    expect(await rowOf(other)).toMatchObject({ status: 'paid' });
  });

  it('goes elsewhere at once if there is no connection, and after three failures without a try', async () => {
    const gone = await startTestProvider('gone', now);
    await gone.close();
    at = createTestPayouts(database.db, [gone, second]);
    const ones = [await approved()];
    for (let round = 0; round < 3; round += 1) {
      await at.run();
      await at.run();
      expect(await statesOf(ones.at(-1)?.id ?? '')).toEqual(['second paid', 'gone failed']);
      ones.push(await approved());
    }
    expect(await at.health.paused(database.db)).toEqual(new Set(['gone']));
    await at.run();
    expect(await statesOf(ones.at(-1)?.id ?? '')).toEqual(['second paid']);
    expect((await at.health.list(database.db)).find(({ code }) => code === 'gone')).toMatchObject({
      failures: 3,
      lastError: 'ECONNREFUSED',
    });
  });

  it('is never sent elsewhere while its order may have arrived', async () => {
    const [before, beforeSecond] = [first.requests.length, second.requests.length];
    first.mode = 'lost';
    const one = await approved();
    await at.runFor(40);
    expect(await statesOf(one.id)).toEqual(['first unknown']);
    expect(new Set(first.requests.slice(before).map((line) => line.split(' ')[1])).size).toBe(1);
    expect(second.requests.length).toBe(beforeSecond);
    first.mode = 'pays';
    await at.runFor(15);
  });

  it('waits while all its providers are paused', async () => {
    for (const code of ['first', 'second']) for (let times = 0; times < 3; times += 1) await at.health.report(code, 'HTTP 500');
    const one = await approved();
    await at.run();
    expect(await statesOf(one.id)).toEqual([]);
    at.under.clock.advance(61_000);
    await at.run();
    expect(await statesOf(one.id)).toEqual(['first paid']);
  });

  it('is routed by amount, currency and kind', async () => {
    at = createTestPayouts(
      database.db,
      [first, second],
      [
        { provider: 'first', max: 50n * WHOLE, kinds: ['BANK'] },
        { provider: 'first', currency: 'EUR' },
        { provider: 'second', min: 50n * WHOLE, max: 200n * WHOLE, currency: 'CNY' },
      ],
    );
    const ones = [await approved('30'), await approved('200'), await approved('300')];
    await at.run();
    expect(await Promise.all(ones.map(({ id }) => statesOf(id)))).toEqual([['first paid'], ['second paid'], []]);
  });

  it('is left to operators on request, and not sent while the member is below zero', async () => {
    const one = await approved();
    await at.under.setByHand(one.id, true);
    await at.run();
    expect(await statesOf(one.id)).toEqual([]);
    await at.under.setByHand(one.id, false);
    const { memberId } = one.actor;
    const taken = { reference: `taken:${memberId}`, kind: 'deposit-reversal', currency: 'CNY', realm: 'real', memberId } as const;
    const legs = [
      { owner: memberId, kind: 'wallet', units: -901n * WHOLE },
      { owner: 'house', kind: 'cashier:x', units: 901n * WHOLE },
    ];
    await at.under.wallet.transfer(database.db, { ...taken, legs, reversal: true });
    await at.run();
    expect(await statesOf(one.id)).toEqual([]);
    await at.under.act('reject', one.id);
  });
});

describe('a payout', () => {
  it('of a part leaves the rest to operators, who return it or pay it again', async () => {
    first.mode = 'part';
    const one = await approved();
    await at.run();
    expect(await rowOf(one)).toMatchObject({ status: 'disputed', received: String(25n * WHOLE) });
    expect(
      at.under.inbox.posted
        .filter(({ memberId }) => memberId === one.actor.memberId)
        .map(({ template, params }) => [template, params?.amount]),
    ).toEqual(
      expect.arrayContaining([
        ['withdrawal_paid', '¥25.00'],
        ['withdrawal_missing', '¥75.00'],
      ]),
    );
    await at.under.resolve(one.id, 'returned');
    expect(await at.under.money(one.actor)).toEqual({ wallet: 975n * WHOLE, hold: 0n });
  });

  it('that comes back after the payment is shown and returned, also in parts and after the deadline', async () => {
    const one = await approved();
    await at.run();
    const id = (await at.payoutsOf(one.id))[0]?.id ?? '';
    at.under.clock.advance(31 * 60_000);
    await at.under.withdrawals.sweep();
    expect((await rowOf(one)).status).toBe('received');
    first.set(id, 'paid', 100n * WHOLE, 40n * WHOLE);
    await at.event('first', id, first.report(id));
    expect(await rowOf(one)).toMatchObject({ status: 'disputed', received: String(60n * WHOLE) });
    await at.under.resolve(one.id, 'returned');
    expect(await at.under.money(one.actor)).toEqual({ wallet: 940n * WHOLE, hold: 0n });
    expect(await actionsOf(one)).toContain('payment_returned');
  });

  it('reported out of order, late and for another provider ends in its final state', async () => {
    first.mode = 'accepts';
    const one = await approved();
    await at.run();
    const id = (await at.payoutsOf(one.id))[0]?.id ?? '';
    expect(await at.event('second', id, { state: 'paid', paid: '100.0000', returned: '0.0000' })).toBe('unknown');
    expect(await at.event('first', id, { state: 'paid', paid: '100.0000', returned: '0.0000' })).toBe('ok');
    expect(await at.event('first', id, { state: 'accepted', paid: '0.0000', returned: '0.0000' })).toBe('ok');
    expect(await at.event('first', id, { state: 'accepted', paid: '50.0000', returned: '0.0000' })).toBe('ok');
    expect((await rowOf(one)).status).toBe('paid');
    expect(await at.event('first', id, { state: 'failed', paid: '0.0000', returned: '0.0000' })).toBe('mismatch');
    expect(await at.event('first', 'p_unknown', { state: 'failed', paid: '0.0000', returned: '0.0000' })).toBe('unknown');
    expect((await at.payoutsOf(one.id))[0]).toMatchObject({ status: 'paid', conflict: 'failed after it was paid' });
    expect(at.errors).toHaveLength(1);
  });

  it('reported as paid after it has failed is shown to operators and pays nothing twice in the books', async () => {
    first.mode = 'fails';
    second.mode = 'accepts';
    const one = await approved();
    await at.run();
    const failed = (await at.payoutsOf(one.id))[0]?.id ?? '';
    await at.run();
    expect(await at.event('first', failed, { state: 'paid', paid: '100.0000', returned: '0.0000' })).toBe('mismatch');
    expect((await at.payoutsOf(one.id)).find(({ id }) => id === failed)?.conflict).toContain('paid 100.00 after it had failed');
    expect((await rowOf(one)).status).toBe('approved');
    const sent = (await at.payoutsOf(one.id))[0]?.id ?? '';
    second.set(sent, 'paid', 100n * WHOLE);
    await at.event('second', sent, second.report(sent));
    expect(await at.under.money(one.actor)).toEqual({ wallet: 900n * WHOLE, hold: 0n });
  });

  it('without an answer is settled by an operator who has called the provider', async () => {
    first.mode = 'broken';
    const [paid, failed] = [await approved(), await approved()];
    await at.run();
    const idOf = async (id: string) => (await at.payoutsOf(id))[0]?.id ?? '';
    await at.settle(await idOf(paid.id), 'paid');
    await at.settle(await idOf(failed.id), 'failed');
    expect([(await rowOf(paid)).status, (await rowOf(failed)).status]).toEqual(['paid', 'approved']);
    await expect(at.settle(await idOf(paid.id), 'failed')).rejects.toMatchObject({ code: 'withdrawal_closed' });
    await at.under.act('reject', failed.id);
    expect(await at.under.money(failed.actor)).toEqual({ wallet: 1_000n * WHOLE, hold: 0n });
  });
});

describe('the schema refuses', () => {
  const refused = (statement: string) =>
    sql
      .raw(statement)
      .execute(database.db)
      .then(
        () => 'nothing',
        (error: unknown) => (error as Error).message,
      );
  const insert = (withdrawal: string, status = 'created') =>
    refused(`insert into payout (id, withdrawal_id, provider, amount, currency, status, next_try_at, created_at)
      values ('p_${Math.random()}', '${withdrawal}', 'first', 1, 'CNY', '${status}', now(), now())`);

  it('a second payout, one for a withdrawal in another state, and a withdrawal that leaves its provider', async () => {
    first.mode = 'accepts';
    const one = await approved();
    await at.run();
    expect(await insert(one.id)).toContain('payout_single');
    expect(await refused(`update withdrawal set status = 'rejected' where id = '${one.id}'`)).toContain('a payment provider has it');
    const id = (await at.payoutsOf(one.id))[0]?.id;
    expect(await refused(`update payout set amount = 1 where id = '${id}'`)).toContain('does not change');
    expect(await refused(`update payout set status = 'created' where id = '${id}'`)).toContain('no way from sent to created');
    expect(await refused(`delete from payout where id = '${id}'`)).toContain('refused');
    const review = await at.under.withdrawalIn(await at.under.member(), '100', 'review');
    expect(await insert(review.id)).toContain('waits for no payment');
    await at.event('first', id ?? '', { state: 'paid', paid: '100.0000', returned: '0.0000' });
    expect(await insert(one.id)).toContain('waits for no payment');
    expect(await refused(`update payout set paid = 1 where id = '${id}'`)).toContain('does not change');
  });
});
