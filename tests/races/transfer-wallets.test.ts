import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../server/kit/defined.ts';
import type { Actor } from '../../server/platform/base/actor.ts';
import { type OpenedDatabase, openDatabase } from '../../server/platform/base/db/open.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { createSender } from '../../server/platform/play/vendors/transfer-wallet/client.ts';
import { resolveMove } from '../../server/platform/play/vendors/transfer-wallet/moves.ts';
import {
  createTestTransferWallet,
  KEY,
  REEF,
  REEF_GAME,
  type TestTransferWallet,
} from '../../server/platform/play/vendors/transfer-wallet/test-transfer-wallet.ts';
import { openTestDatabase, PATIENT_CONNECT, type TestDatabase } from '../kit/database.ts';
import { startTransferVendor, type TransferVendor } from '../kit/foreign-vendor/transfer.ts';

/** Moves to a provider that keeps balances, by two nodes and by processes that are killed, on PostgreSQL. */
const WHOLE = 10_000n;
let database: TestDatabase;
let second: OpenedDatabase;
let nodes: readonly [TestTransferWallet, TestTransferWallet];
let count = 0;
beforeAll(async () => {
  database = await openTestDatabase({ poolSize: 16 });
  second = await openDatabase({ ...defined({ url: database.url }), poolSize: 16, ...PATIENT_CONNECT });
  const home = createTestTransferWallet(database.db);
  nodes = [home, createTestTransferWallet(second.db, { like: home })];
});
afterAll(async () => {
  expect((await audit(database.db)).differences).toEqual([]);
  await second.close();
  await database.close();
});

const advance = (milliseconds: number) => {
  for (const { clock } of nodes) clock.advance(milliseconds);
};
const reference = () => {
  count += 1;
  return `race-of-moves-${count}`;
};
const move = (node: TestTransferWallet, actor: Actor, direction: 'in' | 'out', whole: bigint) =>
  node.wallets.move(actor, { vassalage: REEF, direction, units: whole * WHOLE, reference: reference() });
const openRows = () => database.db.selectFrom('vendor_move').selectAll().where('state', '=', 'open').execute();

test('two nodes that resolve the same moves end each of them once', async () => {
  const [home, other] = nodes;
  const actors = await Promise.all(Array.from({ length: 12 }, () => home.member(100n * WHOLE)));
  for (const [index, actor] of actors.entries()) {
    home.fault = (operation) => (operation === 'deposit' ? (index % 2 === 0 ? 'dropped' : 'lost') : undefined);
    await move(home, actor, 'in', 30n);
  }
  home.fault = () => undefined;
  advance(100_000);
  const rows = await openRows();
  expect(rows).toHaveLength(actors.length);
  // Without the lease, so that both nodes have every move at the same time.
  await Promise.all(rows.flatMap((row) => [resolveMove(home.deps, row), resolveMove(other.deps, row), resolveMove(other.deps, row)]));
  for (const [index, actor] of actors.entries()) {
    const isExecuted = index % 2 === 0;
    expect(await home.money(actor)).toEqual({
      wallet: (isExecuted ? 70n : 100n) * WHOLE,
      transit: 0n,
      atVendor: (isExecuted ? 30n : 0n) * WHOLE,
    });
    expect(home.book.balances.get(await home.playerOf(actor))).toBe((isExecuted ? 30n : 0n) * WHOLE);
  }
});

test('two nodes that read the same history book each entry once', async () => {
  const [home, other] = nodes;
  const actors = await Promise.all(Array.from({ length: 6 }, () => home.member(100n * WHOLE)));
  await Promise.all(actors.map((actor, index) => move(nodes[index % 2 === 0 ? 0 : 1], actor, 'in', 50n)));
  for (let round = 0; round < 8; round += 1) {
    for (const actor of actors) {
      const won = round % 2 === 0 ? 3n : 0n;
      home.book.play(await home.playerOf(actor), { gameId: REEF_GAME, stake: WHOLE, win: won * WHOLE, now: home.clock.now() });
    }
    await Promise.all([home.run(), other.run(), home.run(), other.run()]);
  }
  // An entry that two runs have wanted at the same time is due again later.
  advance(60_000);
  await Promise.all([home.run(), other.run()]);
  for (const actor of actors) {
    expect(await home.money(actor)).toEqual({ wallet: 50n * WHOLE, transit: 0n, atVendor: 54n * WHOLE });
    const rounds = await database.db.selectFrom('vendor_round').select('id').where('member_id', '=', actor.memberId).execute();
    expect(rounds).toHaveLength(8);
  }
});

test('moves in both directions, lost answers, play and jobs of two nodes at once lose and double nothing', async () => {
  const [home, other] = nodes;
  const actors = await Promise.all(Array.from({ length: 4 }, () => home.member(100n * WHOLE)));
  await Promise.all(actors.map((actor) => move(home, actor, 'in', 50n)));
  let requests = 0;
  for (const node of nodes)
    node.fault = (operation) => {
      requests += 1;
      const isTransfer = operation === 'deposit' || operation === 'withdraw';
      return isTransfer ? ([undefined, 'dropped', 'lost', 'refused'] as const)[requests % 4] : undefined;
    };
  for (let round = 0; round < 6; round += 1) {
    const works = actors.flatMap((actor) => [
      move(home, actor, 'in', 5n),
      move(other, actor, 'out', 7n),
      home.playerOf(actor).then((player) => home.book.play(player, { gameId: REEF_GAME, stake: WHOLE, win: 0n, now: home.clock.now() })),
    ]);
    await Promise.allSettled([...works, home.run(), other.run()]);
    advance(20_000);
  }
  for (const node of nodes) node.fault = () => undefined;
  for (let times = 0; times < 4; times += 1) {
    advance(200_000);
    await Promise.all([home.run(), other.run()]);
  }
  expect(await openRows()).toEqual([]);
  for (const actor of actors) {
    const { wallet, transit, atVendor } = await home.money(actor);
    expect([transit, atVendor]).toEqual([0n, home.book.balances.get(await home.playerOf(actor))]);
    expect(wallet + atVendor).toBe(94n * WHOLE);
  }
});

test('a process that is killed during a deposit is followed by one that learns the outcome', async () => {
  const vendor: TransferVendor = await startTransferVendor({ key: KEY, currency: 'CNY', games: [REEF_GAME], now: () => home.clock.now() });
  const home: TestTransferWallet = createTestTransferWallet(database.db, { settings: { url: vendor.wallet }, sender: createSender });
  let advanced = 0;
  for (const [fault, executed] of [
    ['silent', true],
    ['late', false],
    ['silent', true],
  ] as const) {
    const actor = await home.member(100n * WHOLE);
    await home.wallets.move(actor, { vassalage: REEF, direction: 'in', units: 10n * WHOLE, reference: reference() });
    const before = vendor.received.filter(({ operation }) => operation === 'deposit').length;
    vendor.fault = (operation) => (operation === 'deposit' ? fault : undefined);
    const settings = JSON.stringify({ code: home.code, url: vendor.wallet, memberId: actor.memberId, advanced, reference: reference() });
    const child: ChildProcess = fork(new URL('node.mjs', import.meta.url), ['transfer-wallet-node.ts', database.url ?? '', settings]);
    await once(child, 'message');
    child.send('move');
    await expect.poll(() => vendor.received.filter(({ operation }) => operation === 'deposit').length).toBe(before + 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await home.money(actor)).toEqual({ wallet: 60n * WHOLE, transit: 30n * WHOLE, atVendor: 10n * WHOLE });
    vendor.fault = () => undefined;
    for (const pause of [20_000, 100_000, 100_000]) {
      home.clock.advance(pause);
      advanced += pause;
      await home.run();
    }
    const atVendor = (executed ? 40n : 10n) * WHOLE;
    expect(await home.money(actor)).toEqual({ wallet: 100n * WHOLE - atVendor, transit: 0n, atVendor });
    expect(vendor.book.balances.get(await home.playerOf(actor))).toBe(atVendor);
  }
  await vendor.stop();
});
