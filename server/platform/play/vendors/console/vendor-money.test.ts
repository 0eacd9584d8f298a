import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { transitWallet, vendorWallet } from '../../../ledger/index.ts';
import { proveLog } from '../../../operators/log.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

const WHY = { reason: 'Statement of the provider of today' };
let test: TestPlatform;
let operators: readonly [TestOperator, TestOperator];
let memberId: string;
beforeAll(async () => {
  test = await openTestPlatform();
  operators = [await signInAs(test, 'cashier'), await signInAs(test, 'cashier')];
  for (const operator of operators) await operator.get('/vendor-money');
  const member = await test.db
    .selectFrom('ledger_account')
    .select(['owner', 'currency'])
    .where('kind', '=', 'wallet')
    .where('realm', '=', 'real')
    .where('balance', '>', '1000000')
    .executeTakeFirstOrThrow();
  memberId = member.owner;
});
afterAll(async () => {
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

/** A move of 10.00 whose answer is missing. */
async function openMove(id: string, direction: 'in' | 'out'): Promise<void> {
  const { createWallet } = await import('../../../ledger/index.ts');
  const wallet = createWallet({ clock: test.clock, hub: test.hub });
  const [currency, units] = ['USD', 100_000n];
  for (const kind of [vendorWallet('REEF'), transitWallet('REEF')])
    await wallet.openMember(test.db, { memberId, currency, realm: 'real', kind });
  const post = (reference: string, from: string, to: string) =>
    wallet.transfer(test.db, {
      reference,
      kind: `vendor-${direction}`,
      currency,
      realm: 'real',
      memberId,
      legs: [
        { owner: memberId, kind: from, units: -units },
        { owner: memberId, kind: to, units },
      ],
    });
  if (direction === 'out') await post(`before:${id}`, 'wallet', vendorWallet('REEF'));
  await post(`vendor-move:${id}`, direction === 'in' ? 'wallet' : vendorWallet('REEF'), transitWallet('REEF'));
  const now = test.clock.now();
  await test.db
    .insertInto('vendor_move')
    .values({
      id,
      provider: 'REEF',
      vassalage: 'REEF',
      member_id: memberId,
      player: 'p_1',
      direction,
      cause: 'member',
      currency,
      amount: units.toString(),
      client_reference: `reference-of-${id}`,
      next_try_at: now,
      created_at: now,
    })
    .execute();
}

const balances = async () => {
  const rows = await test.db.selectFrom('ledger_account').select(['kind', 'balance']).where('owner', '=', memberId).execute();
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, BigInt(balance)]));
};
const settle = (operator: TestOperator, id: string, outcome: string) => operator.post('/vendor-money/settle', { id, outcome, ...WHY });

it('lists money on its way, and two operators record the same outcome', async () => {
  const before = await balances();
  await openMove('mv_console_1', 'in');
  expect((await operators[0].get('/vendor-money')).text).toContain('mv_console_1');
  expect((await settle(operators[0], 'mv_console_1', 'returned')).headers.location).toBe('/console/vendor-money?done=done_oneMore');
  expect((await settle(operators[0], 'mv_console_1', 'returned')).status).toBe(422);
  expect((await settle(operators[1], 'mv_console_1', 'done')).headers.location).toContain('done_oneMore');
  expect((await balances())['transit:REEF']).toBe(100_000n);
  expect((await settle(operators[1], 'mv_console_1', 'returned')).headers.location).toContain('done_payoutSettled');
  expect(await balances()).toEqual({ ...before, 'vendor:REEF': 0n, 'transit:REEF': 0n });
  expect((await settle(operators[0], 'mv_console_1', 'done')).status).toBe(422);
});

it('a move to the wallet that the provider has paid is credited', async () => {
  const before = await balances();
  await openMove('mv_console_2', 'out');
  for (const operator of operators) await settle(operator, 'mv_console_2', 'done');
  expect(await balances()).toEqual(before);
  const row = await test.db.selectFrom('vendor_move').selectAll().where('id', '=', 'mv_console_2').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 'done', reason: expect.stringMatching(/^operator /) });
});

it('shows histories that fail, entries that wait and balances that differ', async () => {
  const now = test.clock.now();
  await test.db
    .insertInto('vendor_history')
    .values({ provider: 'REEF', cursor: null, read_at: null, failed_since: now, last_error: 'HTTP 503' })
    .execute();
  await test.db
    .insertInto('vendor_history_entry')
    .values({
      provider: 'REEF',
      entry_id: 'entry-77',
      player: 'p_1',
      body: '{}',
      reason: 'GAME_NOT_FOUND',
      next_try_at: now,
      arrived_at: now,
    })
    .execute();
  await test.db
    .insertInto('vendor_wallet')
    .values({ provider: 'REEF', member_id: memberId, vassalage: 'REEF', difference: '-25000', difference_since: now })
    .execute();
  const { text } = await operators[0].get('/vendor-money');
  for (const shown of ['HTTP 503', 'entry-77', 'GAME_NOT_FOUND', '2.50 USD']) expect(text).toContain(shown);
});
