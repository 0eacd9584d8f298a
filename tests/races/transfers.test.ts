import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, vendorWallet } from '../../server/platform/ledger/index.ts';
import { openTestTransfers, RIGHT, type TestTransfers } from '../../server/platform/money/transfer/test-members.ts';
import { seedGames } from '../../server/platform/play/games/demo-games.ts';
import { issueTicket } from '../../server/platform/play/vendors/launch.ts';
import { perform } from '../../server/platform/play/vendors/seamless.ts';
import { createTestVendor, GAME, PROVIDER } from '../../server/platform/play/vendors/test-vendor.ts';
import { openTestDatabase, type TestDatabase } from '../kit/database.ts';

/** Transfers that race for the same money and the same limit, on PostgreSQL. */
const CLIENTS = 32;
const WHOLE = 10_000n;
const VENDOR = 'NOVA';

let database: TestDatabase;
let at: TestTransfers;
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 12 });
  await database.db.transaction().execute((tx) => seedGames(tx, 'studio', ['*'], 'USD'));
  at = await openTestTransfers(database.db);
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await database.close();
});

const outcomes = async (sent: readonly Promise<unknown>[]) => {
  const settled = await Promise.allSettled(sent);
  const codes = settled.map((one) =>
    one.status === 'fulfilled' ? 'done' : ((one.reason as { code?: string }).code ?? String(one.reason)),
  );
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

test('of 32 transfers at once no more go through than the day allows', async () => {
  await at.configure((settings) => ({ ...settings, transfers: { ...settings.transfers, dayAmount: 100, dayCount: 1_000 } }));
  const agent = await at.member({ type: 1 });
  const member = await at.member({ agentId: agent.memberId, units: 1_000n * WHOLE });
  const send = (n: number) => at.transfers.toUpline(member, { amount: '10', paymentPassword: RIGHT, reference: `race-of-transfers-${n}` });
  expect(await outcomes(Array.from({ length: CLIENTS }, (_, n) => send(n)))).toEqual({ done: 10, transfer_day_limit: CLIENTS - 10 });
  expect((await at.wallet.balance(database.db, agent.memberId))?.units).toBe(100n * WHOLE);
});

test('transfers up and down at once never deadlock, and one instruction counts once', async () => {
  await at.configure((settings) => ({ ...settings, transfers: { ...settings.transfers, dayAmount: 10_000, dayCount: 1_000 } }));
  const agent = await at.member({ type: 1, units: 500n * WHOLE });
  const member = await at.member({ agentId: agent.memberId, units: 500n * WHOLE });
  const order = (n: number) => ({ amount: '10', paymentPassword: RIGHT, reference: `ring-of-transfers-${n}` });
  // Each instruction is sent twice.
  const sent = Array.from({ length: CLIENTS }, (_, n) =>
    n % 4 < 2
      ? at.transfers.toUpline(member, order(Math.floor(n / 4)))
      : at.transfers.toDownline(agent, { account: member.account, ...order(100 + Math.floor(n / 4)) }),
  );
  const counted = await outcomes(sent);
  expect(Object.keys(counted).filter((code) => code !== 'done' && code !== 'turnover_left')).toEqual([]);
  const units = await Promise.all(
    [agent, member].map(async ({ memberId }) => (await at.wallet.balance(database.db, memberId))?.units ?? 0n),
  );
  expect(units.reduce((sum, one) => sum + one, 0n)).toBe(1_000n * WHOLE);
  expect((await at.transfers.state(agent)).transfers.filter((one) => one.sent)).toHaveLength(CLIENTS / 4);
});

test('stakes at a vendor and moves out of its wallet race for the same coin: no negative balance, no lost money', async () => {
  await at.configure((settings) => ({ ...settings, transfers: { ...settings.transfers, isSingle: false } }));
  const vendor = createTestVendor(database.db);
  const game = vendor.games.get(GAME);
  if (game) vendor.games.set(GAME, { ...game, vassalage: VENDOR });
  const members = {
    ...vendor.deps.members,
    find: async (_executor: unknown, memberId: string) => ({ memberId, type: 0, currency: 'USD', blocked: false }),
  };
  const deps = { ...vendor.deps, merchant: at.deps.merchant, members };
  const member = await at.member({ units: 100n * WHOLE });
  await at.subWallets.move(member, { vassalage: VENDOR, direction: 'in', amount: '10', reference: 'coins-to-the-vendor' });
  const { ticket } = await issueTicket(database.db, deps, { actor: member, gameId: GAME, provider: PROVIDER, language: 'EN' });
  const { player = '', token = '', balance } = await perform(deps, PROVIDER, 'authenticate', { ticket, gameId: GAME });
  expect(balance).toBe(`${10n * WHOLE}`);
  const stake = (n: number) => {
    const named = { player, token, gameId: GAME, roundId: `coin-round-${n}`, transactionId: `coin-bet-${n}` };
    return perform(deps, PROVIDER, 'bet', { ...named, currency: 'USD', amount: `${WHOLE}` });
  };
  const sent = Array.from({ length: CLIENTS }, (_, n) =>
    n % 2 === 0
      ? stake(n)
      : at.subWallets.move(member, { vassalage: VENDOR, direction: 'out', amount: '1', reference: `coins-out-of-the-race-${n}` }),
  );
  await Promise.allSettled(sent);
  const [wallet = 0n, left = 0n] = await Promise.all(
    [undefined, vendorWallet(VENDOR)].map(async (kind) => (await at.wallet.balance(database.db, member.memberId, kind))?.units),
  );
  const staked = await database.db.selectFrom('vendor_round').select('id').where('member_id', '=', member.memberId).execute();
  expect(left).toBe(0n);
  expect(wallet + BigInt(staked.length) * WHOLE).toBe(100n * WHOLE);
});
