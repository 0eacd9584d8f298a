import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/index.ts';
import { createTestVendor, GAME, type TestPlayer, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
let vendor: TestVendor;
let rounds = 0;
beforeAll(async () => {
  database = await openTestDatabase();
  vendor = createTestVendor(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  await database.close();
});

const OPENING = 1_000n;
interface Round {
  readonly p: TestPlayer;
  readonly named: { readonly roundId: string; readonly gameId: string; readonly player: string };
}

async function betOf(amount: bigint, p?: TestPlayer): Promise<Round> {
  const player = p ?? (await vendor.player({ units: OPENING }));
  rounds += 1;
  const named = { roundId: `rev-${rounds}`, gameId: GAME, player: player.player };
  const money = { ...named, currency: 'CNY', amount: String(amount) };
  const { status } = await vendor.call('bet', {
    ...money,
    token: player.token,
    transactionId: `${named.roundId}-b`,
    market: `draw-${rounds}`,
  });
  expect(status).toBe('OK');
  return { p: player, named };
}
const win = ({ named }: Round, amount: bigint) =>
  vendor.call('win', {
    ...named,
    currency: 'CNY',
    amount: String(amount),
    transactionId: `${named.roundId}-w`,
    betTransactionId: `${named.roundId}-b`,
    endRound: true,
  });
const reverse = ({ named }: Round, more: object = {}) =>
  vendor.call('reverse', { ...named, transactionId: `${named.roundId}-v`, betTransactionId: `${named.roundId}-b`, ...more });
const balance = async ({ p }: Round) => (await vendor.wallet.balance(database.db, p.memberId))?.units;

async function transfersOf({ named, p }: Round) {
  const { rows } = await sql<{ kind: string; amount: string; id: string }>`
    select t.kind, n.amount, t.id from vendor_transaction v join ledger_transfer t on t.id = v.transfer_id
      join ledger_posting n on n.transfer_id = t.id join ledger_account a on a.id = n.account_id and a.owner = ${p.memberId}
      where v.round_id = ${named.roundId} order by t.id`.execute(database.db);
  return rows.map(({ kind, amount }) => [kind, Number(amount)]);
}
const roundOf = ({ named }: Round) =>
  database.db.selectFrom('vendor_round').selectAll().where('round_id', '=', named.roundId).executeTakeFirstOrThrow();
async function factsOf({ p }: Round) {
  const { rows } = await sql<
    Record<string, string>
  >`select sum(rounds)::text as rounds, sum(stake)::text as stake, sum(payout)::text as payout,
    sum(valid)::text as valid from play_fact where member_id = ${p.memberId}`.execute(database.db);
  return rows[0];
}

test.each([0n, 40n, 700n])('a settled bet that won %d is taken back with transfers of its own', async (won) => {
  const round = await betOf(100n);
  await win(round, won);
  expect(await balance(round)).toBe(OPENING - 100n + won);
  const { status, transferId } = await reverse(round);
  expect([status, await balance(round)]).toEqual(['OK', OPENING]);
  const won_ = Number(won);
  expect(await transfersOf(round)).toEqual([
    ['bet', -100],
    ...(won > 0n ? [['win', won_]] : []),
    ['rollback', 100],
    ...(won > 0n ? [['win-reversal', -won_]] : []),
  ]);
  expect(transferId).toBeDefined();
  expect(await roundOf(round)).toMatchObject({ state: 'cancelled', closed: true, refunded: '100', payout: '0' });
  expect(await factsOf(round)).toEqual({ rounds: '0', stake: '0', payout: '0', valid: '0' });
});

test('the fact of a bet that is taken back has the time of its outcome', async () => {
  const round = await betOf(100n);
  await win(round, 40n);
  const { settled_at } = await roundOf(round);
  vendor.clock.advance(3 * 86_400_000);
  await reverse(round);
  const { rows } = await sql<{
    kind: string;
    at: Date;
  }>`select kind, at from play_fact where member_id = ${round.p.memberId} order by id`.execute(database.db);
  expect(rows).toEqual([
    { kind: 'settled', at: settled_at },
    { kind: 'voided', at: settled_at },
  ]);
});

test('a win that was spent is taken back below zero, and the wallet is marked', async () => {
  const round = await betOf(100n);
  await win(round, 5_000n);
  await win(await betOf(5_900n, round.p), 0n);
  await reverse(round);
  expect(await balance(round)).toBe(-4_900n);
  const account = await database.db
    .selectFrom('ledger_account')
    .select('overdrawn_by')
    .where('owner', '=', round.p.memberId)
    .where('kind', '=', 'wallet')
    .executeTakeFirstOrThrow();
  expect(account.overdrawn_by).not.toBeNull();
});

test('repeated or at the same time it is taken back once; other content is refused', async () => {
  const round = await betOf(100n);
  await win(round, 300n);
  const answers = await Promise.all([1, 2, 3].map(() => reverse(round)));
  expect(answers.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK']);
  expect(new Set(answers.map(({ transferId }) => transferId)).size).toBe(1);
  expect((await reverse(round, { betTransactionId: 'other' })).status).toBe('TRANSACTION_MISMATCH');
  expect((await reverse(round, { transactionId: 'another-reversal' })).status).toBe('BET_ROLLED_BACK');
  expect((await win(round, 300n)).status).toBe('BET_ROLLED_BACK');
  expect(await balance(round)).toBe(OPENING);
});

test('only a settled bet of the player can be taken back', async () => {
  const round = await betOf(100n);
  expect((await reverse(round)).status).toBe('TRANSACTION_MISMATCH');
  expect((await reverse(round, { betTransactionId: 'unknown' })).status).toBe('BET_NOT_FOUND');
  await win(round, 0n);
  const other = await vendor.player({ units: OPENING });
  expect((await reverse(round, { player: other.player })).status).toBe('TRANSACTION_MISMATCH');
  expect(await balance(round)).toBe(OPENING - 100n);
});
