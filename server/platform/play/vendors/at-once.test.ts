import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { audit } from '../../ledger/audit.ts';
import type { VendorDeps } from './contracts.ts';
import { perform } from './seamless.ts';
import { createTestVendor, GAME, PROVIDER, type TestPlayer, type TestVendor } from './test-vendor.ts';

let database: TestDatabase;
let vendor: TestVendor;
let deps: VendorDeps;
let player: TestPlayer;
let count = 0;
let statements = 0;
/** Runs once, after an instruction is judged and before it is posted. */
let between: (() => Promise<unknown>) | undefined;
let judged = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  database.watch.onQuery = () => {
    statements += 1;
  };
  vendor = createTestVendor(database.db);
  const { wallet, protection } = vendor.deps;
  deps = {
    ...vendor.deps,
    wallet: {
      ...wallet,
      async transferWithin(...order) {
        const act = between;
        between = undefined;
        await act?.();
        return wallet.transferWithin(...order);
      },
    },
    protection: {
      ...protection,
      refuseStake: (...stake) => {
        judged += 1;
        return protection.refuseStake(...stake);
      },
    },
  };
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  expect(vendor.faults).toEqual([]);
  await database.close();
});
beforeEach(async () => {
  player = await vendor.player({ units: 1_000n });
  between = undefined;
  judged = 0;
});

interface Round {
  readonly bet: string;
  readonly roundId: string;
}
const newRound = (): Round => {
  count += 1;
  return { bet: `at-once-${count}`, roundId: `at-once-round-${count}` };
};
const common = () => ({ gameId: GAME, player: player.player, currency: 'CNY' });
const bet = ({ bet: transactionId, roundId }: Round, amount = '100', withDeps = deps) =>
  perform(withDeps, PROVIDER, 'bet', { ...common(), transactionId, roundId, token: player.token, amount });
const win = ({ bet: betTransactionId, roundId }: Round, amount = '150', { id = `${betTransactionId}-win`, withDeps = deps } = {}) =>
  perform(withDeps, PROVIDER, 'win', { ...common(), transactionId: id, betTransactionId, roundId, amount });
const rollback = ({ bet: betTransactionId, roundId }: Round) => {
  const { currency: _none, ...rest } = common();
  return perform(vendor.deps, PROVIDER, 'rollback', { ...rest, transactionId: `${betTransactionId}-back`, betTransactionId, roundId });
};
const balanceOf = async () => (await vendor.wallet.balance(database.db, player.memberId))?.units;
const counted = async (work: () => Promise<unknown>) => {
  statements = 0;
  await work();
  return statements;
};

describe('the usual bet and win', () => {
  test('take two statements each and no transaction', async () => {
    const round = newRound();
    expect(await counted(() => bet(round))).toBe(2);
    expect(await counted(() => win(round))).toBe(2);
    expect(await balanceOf()).toBe(1_050n);
  });

  test('store what the transaction stores', async () => {
    const [atOnce, locked] = [newRound(), newRound()];
    // Nothing is posted at once: the instruction takes the other way.
    const lockedOnly: VendorDeps = { ...vendor.deps, wallet: { ...vendor.deps.wallet, transferWithin: async () => undefined } };
    const answers = [await bet(atOnce), await win(atOnce)];
    const others = [await bet(locked, '100', lockedOnly), await win(locked, '150', { withDeps: lockedOnly })];
    expect(answers.map(({ status }) => status)).toEqual(others.map(({ status }) => status));
    const rows = async ({ roundId }: Round) => {
      const { rows } = await sql<{ of: object }>`
        select to_jsonb(t) - '{transaction_id,round_id,bet_transaction_id,body_hash,transfer_id,created_at}'::text[] as of
          from vendor_transaction t where round_id = ${roundId}
        union all select to_jsonb(r) - '{id,round_id,opened_at,settled_at}'::text[] from vendor_round r where round_id = ${roundId}
        order by 1`.execute(database.db);
      return rows;
    };
    expect(await rows(atOnce)).toEqual(await rows(locked));
    expect(await rows(atOnce)).toHaveLength(3);
  });
});

describe('what changes between the judgement and the posting', () => {
  test('another bet of the member: both are posted, the second one judged again', async () => {
    const [first, second] = [newRound(), newRound()];
    between = () => bet(second, '300', vendor.deps);
    expect((await bet(first)).status).toBe('OK');
    expect(judged).toBe(2);
    expect(await balanceOf()).toBe(600n);
  });

  test('a bet that leaves too little: refused and stored as refused', async () => {
    const [first, second] = [newRound(), newRound()];
    between = () => bet(second, '950', vendor.deps);
    expect((await bet(first)).status).toBe('INSUFFICIENT_FUNDS');
    expect((await bet(first)).status).toBe('INSUFFICIENT_FUNDS');
    expect(await balanceOf()).toBe(50n);
  });

  test('the rollback of this bet: refused', async () => {
    const round = newRound();
    between = () => rollback(round);
    expect((await bet(round)).status).toBe('BET_ROLLED_BACK');
    expect(await balanceOf()).toBe(1_000n);
  });

  test('the same bet: posted once', async () => {
    const round = newRound();
    between = () => bet(round, '100', vendor.deps);
    expect((await bet(round)).status).toBe('OK');
    expect(await balanceOf()).toBe(900n);
  });

  test('a bet of another player in the same round: a mismatch', async () => {
    const [round, other] = [newRound(), await vendor.player({ units: 500n })];
    const { bet: transactionId, roundId } = round;
    between = () =>
      perform(vendor.deps, PROVIDER, 'bet', {
        ...common(),
        player: other.player,
        token: other.token,
        transactionId: `${transactionId}-x`,
        roundId,
        amount: '10',
      });
    expect((await bet(round)).status).toBe('TRANSACTION_MISMATCH');
    expect(await balanceOf()).toBe(1_000n);
  });

  test.each([
    ['a limit', sql`insert into protection_limit (member_id, kind, period, set_by, value, set_at) values`],
    ['a change of what limits are measured with', undefined],
  ])('%s: judged again', async (_name, limit) => {
    await bet(newRound());
    judged = 0;
    between = () =>
      limit
        ? sql`${limit} (${player.memberId}, 'loss', 'day', 'member', 500, now())`.execute(database.db)
        : sql`update protection_member set seconds = seconds + 1 where member_id = ${player.memberId}`.execute(database.db);
    await bet(newRound());
    expect(judged).toBe(2);
  });

  test('another win of the same bet: paid once', async () => {
    const round = newRound();
    await bet(round);
    between = () => win(round, '200', { id: `${round.bet}-other`, withDeps: vendor.deps });
    expect((await win(round)).status).toBe('BET_SETTLED');
    expect(await balanceOf()).toBe(1_100n);
  });

  test('a win of nothing, or the rollback of the bet: the win is not paid', async () => {
    const [zero, back] = [newRound(), newRound()];
    await bet(zero);
    between = () => win(zero, '0', { id: `${zero.bet}-zero`, withDeps: vendor.deps });
    expect((await win(zero)).status).toBe('BET_SETTLED');
    await bet(back);
    between = () => rollback(back);
    expect((await win(back)).status).toBe('BET_ROLLED_BACK');
    expect(await balanceOf()).toBe(900n);
  });

  test('the same win: paid once', async () => {
    const round = newRound();
    await bet(round);
    between = () => win(round, '150', { withDeps: vendor.deps });
    expect((await win(round)).status).toBe('OK');
    expect(await balanceOf()).toBe(1_050n);
  });
});
