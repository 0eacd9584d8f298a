import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../server/platform/base/db/transaction.ts';
import { createSecrets } from '../../server/platform/base/secrets.ts';
import { signRequest } from '../../server/platform/base/signature.ts';
import { audit } from '../../server/platform/ledger/index.ts';
import { readMerchant, saveSettings } from '../../server/platform/merchant/index.ts';
import { takeBrands, takeGames } from '../../server/platform/play/games/index.ts';
import { isWalletInUse, providerDefinition } from '../../server/platform/play/vendors/index.ts';
import { saveProvider, saveProviderKey } from '../../server/platform/play/vendors/providers/store.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../server/platform/test-platform.ts';
import { launchGame } from '../../shared/api/games/calls.ts';
import { bettingRecord, consolidatedFunds } from '../../shared/api/records/calls.ts';
import { merchantWallet, walletCollect, walletList, walletTransfer } from '../../shared/api/transfer/calls.ts';
import { vendorGame } from '../../shared/seamless/games.ts';
import { DAY_MS } from '../../shared/time.ts';
import { startTransferVendor, type TransferVendor } from '../kit/foreign-vendor/transfer.ts';

/** The whole platform with a provider that was written from docs/vendors/transfer-wallet.md alone. */
const KEY = 'the-key-that-tide-and-the-site-share-0001';
const GAME = 'TIDE_WHEEL';
let site: TestPlatform;
let vendor: TransferVendor;
let token: string;
let memberId: string;
let references = 0;
const definitionOf = (wallet?: object) =>
  v.parse(providerDefinition, {
    code: 'TIDE',
    name: 'Tide Works',
    launchUrl: `${vendor.url}/game`,
    permissions: ['bet', 'games'],
    vendors: [{ code: 'TIDE', name: 'Tide' }],
    ...(wallet && { wallet: { kind: 'transfer', url: vendor.wallet, ...wallet } }),
  });
beforeAll(async () => {
  site = await openTestPlatform();
  vendor = await startTransferVendor({ key: KEY, currency: 'USD', games: [GAME], now: () => site.clock.now() });
  const now = site.clock.now();
  const definition = definitionOf({ returnMinutes: 15 });
  await inTransaction(site.db, async (tx) => {
    await saveProvider(tx, definition, { source: 'console', now });
    await saveProviderKey(tx, createSecrets(TEST_DATA_KEY), { code: 'TIDE', key: KEY, now });
    await takeBrands(tx, site.merchant, definition);
    const game = v.parse(vendorGame, { id: GAME, name: 'Tide Wheel', category: 'RNG', trial: true });
    await takeGames(tx, site.merchant, definition, { games: [game], complete: true });
  });
  const { settings } = await readMerchant(site.db, site.merchant);
  await saveSettings(site.db, site.merchant, { ...settings, transfers: { ...settings.transfers, isSingle: false } });
  site.clock.advance(10_000);
  token = await site.login('demo01');
  memberId = (await site.db.selectFrom('member').select('id').where('account', '=', 'demo01').executeTakeFirstOrThrow()).id;
});
afterAll(async () => {
  expect((await audit(site.db)).differences).toEqual([]);
  expect(site.faults).toEqual([]);
  await vendor.stop();
  await site.close();
});

const JOBS = ['moves to vendors', 'play at vendors', 'returns from vendors', 'balances at vendors'];
const runJobs = async () => {
  for (const job of JOBS) await site.platform.runJob(job);
};
const reference = () => {
  references += 1;
  return `tide-on-the-platform-${references}`;
};
const move = (direction: 'in' | 'out', amount: string) =>
  site.call(walletTransfer, { body: { vassalage: 'TIDE', direction, amount, reference: reference() }, token });
const wallets = async () => (await site.call(walletList, { token })).body.value;
const atVendor = async () =>
  ((await wallets()).vendors as { vassalage: string; balance: string }[]).find(({ vassalage }) => vassalage === 'TIDE')?.balance;
const player = () => [...vendor.book.balances.keys()][0] ?? '';
const play = (stake: bigint, win: bigint) =>
  vendor.book.play(player(), { gameId: GAME, stake: stake * 10_000n, win: win * 10_000n, now: site.clock.now() });

it('moves money, opens the game, books what was played, and has it in all sums', async () => {
  expect((await site.call(merchantWallet, { token })).body.value).toEqual({ isSingle: false });
  const before = await wallets();
  expect((await move('in', '100')).body).toMatchObject({ success: true });
  expect(await atVendor()).toBe('100.0000');
  const opened = await site.call(launchGame, { body: { gameId: GAME }, token });
  expect(opened.body.value.game_url2).toMatch(new RegExp(`^${vendor.url}/game\\?session=`));
  play(10n, 25n);
  play(10n, 0n);
  await runJobs();
  expect(await wallets()).toMatchObject({ total: String(Number(before.total) + 5).concat('.0000') });
  expect(await atVendor()).toBe('105.0000');
  const { bets } = (await site.call(bettingRecord, { query: { pageNo: '1', pageSize: '10' }, token })).body.value;
  expect(bets.slice(0, 2)).toMatchObject([{ gameName: 'Tide Wheel' }, { gameName: 'Tide Wheel' }]);
  const sums = await site.db
    .selectFrom('protection_member')
    .select(['stakes', 'losses'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  expect(sums).toMatchObject({ stakes: '200000', losses: '-50000' });
});

it('shows money on its way in all sums until the outcome is known', async () => {
  const { total } = await wallets();
  vendor.fault = (operation) => (operation === 'deposit' ? 'dropped' : undefined);
  expect((await move('in', '20')).body.value).toMatchObject({
    total,
    moving: [{ vassalage: 'TIDE', vendorName: 'Tide', direction: 'in', amount: '20.0000' }],
  });
  expect((await site.call(consolidatedFunds, { token })).body.value).toMatchObject({ moving: '20.0000', total });
  vendor.fault = () => undefined;
  site.clock.advance(20_000);
  await runJobs();
  expect(await atVendor()).toBe('125.0000');
  expect(await wallets()).not.toHaveProperty('moving');
});

it('takes no money calls from such a provider', async () => {
  const path = '/seamless/TIDE/bet';
  const timestamp = String(site.clock.now().getTime());
  const headers = { 'X-Timestamp': timestamp, 'X-Signature': signRequest(KEY, { method: 'POST', path, timestamp, body: '{}' }) };
  expect((await site.request('POST', path).set(headers).send('{}')).body).toEqual({ status: 'BAD_REQUEST', message: 'permission' });
});

it('keeps its kind of wallet while members have money there', async () => {
  const before = definitionOf({});
  expect(await isWalletInUse(site.db, before, definitionOf())).toBe(true);
  expect(await isWalletInUse(site.db, before, definitionOf({ moves: 'automatic' }))).toBe(false);
});

it('takes in no more than the limits of losses leave, and brings everything back when one is reached', async () => {
  await site.db
    .insertInto('protection_limit')
    .values({
      member_id: memberId,
      kind: 'loss',
      period: 'day',
      set_by: 'member',
      value: '1500000',
      set_at: site.clock.now(),
      pending_from: null,
      pending_value: null,
    })
    .execute();
  expect((await move('in', '31')).body).toMatchObject({ success: false, code: 'limit_exceeded' });
  expect((await move('in', '30')).body).toMatchObject({ success: true });
  play(155n, 0n);
  await runJobs();
  expect(await atVendor()).toBe('0.0000');
  expect((await move('in', '1')).body).toMatchObject({ success: false, code: 'limit_reached' });
  await site.db.deleteFrom('protection_limit').where('member_id', '=', memberId).execute();
});

it('brings money back at a break, and takes none in', async () => {
  expect((await move('in', '40')).body).toMatchObject({ success: true });
  expect(await atVendor()).toBe('40.0000');
  const now = site.clock.now();
  await site.db
    .updateTable('protection_member')
    .set({ break_kind: 'time-out', break_from: now, break_until: new Date(now.getTime() + DAY_MS) })
    .where('member_id', '=', memberId)
    .execute();
  expect((await move('in', '1')).body).toMatchObject({ success: false, code: 'time_out' });
  site.clock.advance(120_000);
  await runJobs();
  expect(await atVendor()).toBe('0.0000');
  expect(vendor.received.some(({ operation }) => operation === 'logout')).toBe(true);
  await site.db
    .updateTable('protection_member')
    .set({ break_kind: null, break_from: null, break_until: null })
    .where('member_id', '=', memberId)
    .execute();
});

it('collects from the provider and from the ledger alone at once', async () => {
  await move('in', '10');
  await site.call(walletTransfer, { body: { vassalage: 'NOVA', direction: 'in', amount: '5', reference: reference() }, token });
  const key = reference();
  for (let times = 0; times < 2; times += 1)
    expect((await site.call(walletCollect, { body: { reference: key }, token })).body.value).toMatchObject({ collected: '15.0000' });
  expect(await atVendor()).toBe('0.0000');
});
