import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseWireAmount } from '../../../../shared/money/money.ts';
import { MOVEMENT_KINDS } from '../../../../shared/records.ts';
import { HOUR_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { testActor } from '../../identity/accounts/test-actor.ts';
import { createWallet, memberLegs } from '../../ledger/index.ts';
import { post, TRANSFER_KINDS, type TransferKind } from '../../ledger/ledger.ts';
import { createTestVendor } from '../vendors/test-vendor.ts';
import { balanceSheetOf } from './balance-sheet.ts';
import { createBlockWriter } from './block-writer.ts';
import { BLOCK_SIZE } from './movement-blocks.ts';
import { findAccounts, findMovements, pageOfKinds, versionsOf } from './movements.ts';
import { statementOf } from './statement.ts';
import { postMany } from './test-movements.ts';

let database: TestDatabase;
let members = 0;
const faults: unknown[] = [];
const log = { error: (...fault: unknown[]) => void faults.push(fault) };
const BEGIN = Date.parse('2026-03-01T00:00:00Z');

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Posted {
  readonly kind: TransferKind;
  readonly units: bigint;
  /** Milliseconds after the start; not always in the order of the postings. */
  readonly at: number;
}

async function accountWith(movements: readonly Posted[]): Promise<string> {
  members += 1;
  const memberId = `statement-${members}`;
  const wallet = createWallet({ clock: movableClock(), hub: createEventHub() });
  await wallet.openMember(database.db, { memberId, currency: 'CNY', realm: 'real' });
  await database.db.transaction().execute(async (tx) => {
    for (const [n, { kind, units, at }] of movements.entries()) {
      const legs = memberLegs(memberId, 'test', units);
      const instruction = { reference: `${memberId}:${n}`, kind, currency: 'CNY', realm: 'real', memberId, legs, reversal: true } as const;
      expect((await post(tx, instruction, new Date(BEGIN + at))).outcome).toBe('posted');
    }
  });
  const [account] = await findAccounts(database.db, memberId);
  if (!account) throw new Error('no account');
  return account.id;
}

/** Between accounts of the house: a double payment belongs to no member before a decision, and money for wages is not paid yet. */
const OF_NO_MEMBER: readonly TransferKind[] = ['suspense', 'suspense-release', 'reward-funding', 'wage-funding'];

test("every kind of transfer that moves a member's money is in one group of the account record", () => {
  expect([...MOVEMENT_KINDS, ...OF_NO_MEMBER].toSorted()).toEqual(TRANSFER_KINDS.toSorted());
});

const movement = fc.record({
  kind: fc.constantFrom<TransferKind>('deposit', 'bet', 'bet', 'win', 'rollback', 'withdrawal-hold'),
  units: fc.bigInt({ min: -50_000n, max: 60_000n }).filter((units) => units !== 0n),
  /** Since the previous one; a transfer that waited for the account's lock has an earlier time. */
  later: fc.constantFrom(0, 1_000, HOUR_MS, 30 * HOUR_MS, -500),
});

test('any period: opening plus movements equals closing, pages of any kinds contain each movement once, adjacent periods share none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(movement, { maxLength: 40 }),
      fc.integer({ min: -10, max: 900 }),
      fc.integer({ min: 1, max: 7 }),
      async (orders, cut, limit) => {
        let at = 0;
        const posted: Posted[] = orders.map(({ later, ...order }) => {
          at += later;
          return { ...order, at };
        });
        const account = await accountWith(posted);
        const [begin, middle, end] = [new Date(0), new Date(BEGIN + cut * HOUR_MS), new Date(BEGIN + 10_000 * HOUR_MS)];
        const ranges = [
          await versionsOf(database.db, account, begin, new Date(middle.getTime() - 1)),
          await versionsOf(database.db, account, middle, end),
        ] as const;
        expect([ranges[0].from, ranges[0].end, ranges[1].end]).toEqual([1, ranges[1].from, posted.length + 1]);
        // The later period starts with the first movement of its time.
        const first = posted.findIndex((one) => BEGIN + one.at >= middle.getTime());
        expect(ranges[1].from).toBe(first === -1 ? posted.length + 1 : first + 1);

        let balance = 0n;
        for (const range of ranges) {
          const own = posted.slice(range.from - 1, range.end - 1);
          const sheet = await balanceSheetOf(database.db, { log }, range);
          expect([sheet.opening, sheet.balanced]).toEqual([balance, true]);
          balance = own.reduce((sum, { units }) => sum + units, balance);
          expect(sheet.closing).toBe(balance);
          for (const { kind, count, units } of sheet.sums) {
            const same = own.filter((one) => one.kind === kind);
            expect([count, units]).toEqual([same.length, same.reduce((sum, one) => sum + one.units, 0n)]);
          }
          const kinds = ['bet', 'deposit'];
          const versions: number[] = [];
          for (let offset = 0; ; offset += limit) {
            const page = await pageOfKinds(database.db, account, sheet.segments, kinds, { offset, limit });
            versions.push(...page.map(({ version }) => version));
            if (page.length < limit) break;
          }
          const expected = own.flatMap((one, n) => (kinds.includes(one.kind) ? [range.from + n] : [])).toReversed();
          expect(versions).toEqual(expected);
        }
      },
    ),
    { numRuns: Number(process.env.RECORD_RUNS ?? 15) },
  );
  expect(faults).toEqual([]);
});

test('stored blocks give the same result as reading everything, and do not change with new postings', async () => {
  const account = await accountWith([]);
  const size = BLOCK_SIZE * 2 + 37;
  await postMany(database.db, {
    memberId: `statement-${members}`,
    currency: 'CNY',
    count: size,
    begin: new Date(BEGIN),
    apartMs: 1_000,
    kind: "(array['bet', 'win', 'bet', 'deposit'])[n * 7 % 4 + 1]",
    units: 'n % 11 * 2 - 9',
    reference: `blocks-${members}:`,
  });
  const range = { accountId: account, from: 12, end: size + 1 };
  const first = await balanceSheetOf(database.db, { log }, range);
  const storedBlocks = await database.db.selectFrom('movement_block').selectAll().where('account_id', '=', account).execute();
  expect(new Set(storedBlocks.map(({ block }) => block))).toEqual(new Set([1]));
  const all = await findMovements(database.db, { accountId: account, first: 12, last: size, limit: size });
  for (const { kind, count, units } of first.sums) {
    const same = all.filter((one) => one.kind === kind);
    expect([count, units]).toEqual([same.length, same.reduce((sum, one) => sum + one.units, 0n)]);
  }
  expect(first.balanced).toBe(true);
  expect((await balanceSheetOf(database.db, { log }, range)).sums).toEqual(first.sums);
  const last = await pageOfKinds(database.db, account, first.segments, ['deposit'], {
    offset: first.sums.find(({ kind }) => kind === 'deposit')?.count ?? 0,
    limit: 5,
  });
  expect(last).toEqual([]);

  // A planted fault: a block's sums that differ from the postings.
  await sql`update movement_block set units = units + 1 where account_id = ${account} and kind = 'bet'`.execute(database.db);
  expect((await balanceSheetOf(database.db, { log }, range)).balanced).toBe(false);
  expect(faults).toHaveLength(1);
});

test('blocks are created as they fill up, few accounts and blocks at a time, and not for accounts of the operator', async () => {
  const account = await accountWith([]);
  const order = { memberId: `statement-${members}`, currency: 'CNY', begin: new Date(BEGIN), apartMs: 1_000, kind: `'bet'`, units: '7' };
  await postMany(database.db, { ...order, count: BLOCK_SIZE * 2 + 1, reference: `filled-${members}:` });
  const keeper = createBlockWriter({ db: database.db, accounts: 4, blocks: 1 });
  const made = async (): Promise<readonly (readonly [string, number])[]> =>
    (await database.db.selectFrom('movement_block').select(['account_id', 'block']).distinct().orderBy('block').execute()).map(
      ({ account_id, block }) => [account_id, block],
    );
  let before = await made();
  // Each run checks four more accounts; the last account may have to wait for two runs.
  for (let run = 0; run < members + 2; run += 1) {
    await keeper.run();
    const after = await made();
    expect(after.length - before.length).toBeLessThanOrEqual(1);
    before = after;
  }
  expect(before.filter(([id]) => id === account)).toEqual([
    [account, 0],
    [account, 1],
  ]);
  const { rows } = await sql<{ owner: string }>`
    select a.owner from movement_block b join ledger_account a on a.id = b.account_id where a.owner = 'house'`.execute(database.db);
  expect(rows).toEqual([]);
});

test('the pages of a statement hold every line once, oldest first, and full pages stay when more is posted', async () => {
  const vendor = createTestVendor(database.db);
  const { memberId } = await vendor.player();
  const order = { memberId, currency: 'CNY', begin: new Date(BEGIN), apartMs: 60_000, units: 'n % 11 * 2 - 9' };
  await postMany(database.db, { ...order, count: 1_350, kind: "(array['bet', 'win', 'deposit'])[n % 3 + 1]", reference: 'lines-a:' });
  const describeRounds = async () => new Map();
  const deps = { ...vendor.deps, db: database.db, log, describeRounds, currencySymbol: () => '¥', timeZone: async () => 'UTC' };
  const page = (pageNo: number) => statementOf(deps, testActor(memberId), 'EN', { month: '2026-03', pageNo });
  const pages = await Promise.all([1, 2, 3, 9].map(page));
  expect(pages.map(({ firstLine, movements, pageNum }) => [pageNum, firstLine, movements.length])).toEqual([
    [1, 1, 200],
    [2, 201, 200],
    [3, 401, 50],
    [3, 401, 50],
  ]);
  const [first, second, third] = pages;
  if (!first || !second || !third) throw new Error('no pages');
  const lines = [first, second, third].flatMap(({ movements }) => movements);
  expect(new Set(lines.map(({ transferId }) => transferId)).size).toBe(first.lines);
  expect(lines.map(({ transferId }) => Number(transferId))).toEqual(
    lines.map(({ transferId }) => Number(transferId)).toSorted((a, b) => a - b),
  );
  const units = (amount: string) => parseWireAmount(amount) ?? 0n;
  const listed = lines.reduce((sum, { amount }) => sum + units(amount), 0n);
  const played = first.sums.filter(({ kind }) => kind !== 'deposit').reduce((sum, { amount }) => sum + units(amount), 0n);
  expect(units(first.opening) + listed + played).toBe(units(first.closing));
  expect(first.balanced).toBe(true);

  const later = { ...order, begin: new Date(BEGIN + 2_000 * 60_000) };
  await postMany(database.db, { ...later, count: 160, kind: "'deposit'", reference: 'lines-b:' });
  expect([(await page(1)).movements, (await page(2)).movements]).toEqual([first.movements, second.movements]);
  expect((await page(4)).movements).toHaveLength(10);
});
