import { afterAll, describe, expect, it } from 'vitest';
import { defined } from '../../kit/defined.ts';
import { certifyPlatform } from './platform.ts';
import { type Outcome, table } from './report.ts';
import { startTestVendor } from './test-vendor.ts';
import { certifyVendor } from './vendor.ts';
import type { VendorDefect } from './vendor-defects.ts';
import type { WalletRules } from './wallet.ts';
import type { WalletDefect } from './wallet-defects.ts';
import { startWallet, type WalletServer } from './wallet-server.ts';

const MATCHES = 'matches-1';
const ROOM = { gameId: 'room-1', levels: ['low'] };
const FREE = { gameId: 'slot-1', bet: {}, stake: 10_000n };
const LINE = { provider: 'NOVA', secret: 'a-secret-of-the-certificate-000000001', gameId: 'nova-1' };
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ state }) => state === 'failed').map(({ scenario }) => scenario);

async function openWallet(defect?: WalletDefect, rules: WalletRules = {}): Promise<WalletServer> {
  const wallet = await startWallet({ ...LINE, matches: MATCHES, room: ROOM.gameId, free: FREE.gameId, ...rules, ...defined({ defect }) });
  closers.push(wallet.close);
  return wallet;
}

async function tryPlatform(defect?: WalletDefect, only?: readonly string[], rules?: WalletRules): Promise<readonly Outcome[]> {
  const wallet = await openWallet(defect, rules);
  const ticket = async () => wallet.launch('p1');
  wallet.launch('p1', 10_000_000n);
  // Below the balance; the scenarios of other defects need bets of the whole balance.
  if (defect === undefined || defect === 'any-stake') wallet.limitStake('p1', 5_000_000n);
  return certifyPlatform({ ...LINE, url: wallet.url, ticket, expire: async () => wallet.expire('p1') }, only);
}

async function tryVendor(defect?: VendorDefect, only?: readonly string[]): Promise<readonly Outcome[]> {
  const wallet = await openWallet();
  const vendor = await startTestVendor(() => ({ ...LINE, url: wallet.url }), defect);
  closers.push(vendor.close);
  // A correct vendor needs almost no time; a defective one is not waited for long.
  return certifyVendor(
    { url: vendor.url, wallet, bet: {}, matches: MATCHES, room: ROOM, free: FREE, timeoutMs: defect ? 400 : 20_000 },
    only,
  );
}

describe('certification of a platform', () => {
  it('passes for a correct wallet', async () => {
    const outcomes = await tryPlatform();
    expect(failed(outcomes), table(outcomes)).toEqual([]);
    expect(outcomes.filter(({ state }) => state === 'passed').length).toBeGreaterThan(28);
    // Dollars have cents.
    expect(table(outcomes)).toMatch(/whole-amounts +left out[\s\S]*0 failed, 1 left out/);
  });

  it('waits between rounds as the platform demands, and bets whole units of the currency', async () => {
    const outcomes = await tryPlatform(undefined, undefined, { currency: 'VND', minimumRoundMs: 120 });
    expect(table(outcomes)).toContain('0 failed, 0 left out');
  });

  it('fails for a wallet that takes fractions of a currency without decimals', async () => {
    const outcomes = await tryPlatform('any-fraction', ['whole-amounts'], { currency: 'JPY' });
    expect(failed(outcomes)).toEqual(['whole-amounts']);
  });

  it.each<[WalletDefect, string]>([
    ['any-signature', 'signature-secret'],
    ['unsigned-path', 'signature-path'],
    ['unsigned-time', 'signature-time'],
    ['no-staleness', 'stale'],
    ['doubles-bets', 'bet-duplicate'],
    ['doubles-wins', 'win-duplicate'],
    ['ignores-content', 'bet-mismatch'],
    ['forgets-tombstones', 'late-bet'],
    ['forgets-refusals', 'insufficient-funds'],
    ['pays-twice', 'win-twice'],
    ['pays-after-rollback', 'win-after-rollback'],
    ['undoes-wins', 'rollback-after-win'],
    ['overdraws', 'insufficient-funds'],
    ['opens-again', 'zero-win'],
    ['bets-after-expiry', 'after-expiry'],
    ['no-wins-after-expiry', 'after-expiry'],
    ['tickets-again', 'ticket-once'],
    ['races', 'concurrent-bet'],
    ['keeps-refused-wins', 'out-of-order'],
    ['any-amount', 'amount'],
    ['any-stake', 'maximum-stake'],
    ['any-amount', 'slips-form'],
    ['any-slip', 'slips-unknown'],
    ['slips-once', 'slips'],
  ])('fails for a wallet with the defect %s: %s', async (defect, scenario) => {
    expect(failed(await tryPlatform(defect, [scenario]))).toEqual([scenario]);
  });
});

describe('certification of a vendor', () => {
  it('passes for a correct vendor', async () => {
    const outcomes = await tryVendor();
    expect(failed(outcomes), table(outcomes)).toEqual([]);
    expect(table(outcomes)).toContain('0 failed, 0 left out');
  });

  it.each<[VendorDefect, string]>([
    ['new-bet-on-retry', 'bet-unanswered'],
    ['forgets-rollback', 'bet-lost'],
    ['new-win-id', 'win-unanswered'],
    ['gives-up-wins', 'win-lost'],
    ['gives-up-rollbacks', 'rollback-lost'],
    ['wrong-key', 'signature'],
    ['plays-keys-twice', 'same-key'],
    ['wins-after-refusal', 'no-funds'],
    ['reports-more', 'round'],
    ['believes-garbage', 'bet-lost'],
    ['stakes-more', 'maximum-stake'],
    ['same-ids', 'five-at-once'],
    ['wrong-form', 'form'],
    ['opens-anything', 'false-ticket'],
    ['no-slips', 'slip'],
    ['other-odds', 'slip'],
    ['reports-slips-once', 'slip-lost'],
    ['slips-of-refused', 'slip-refused'],
    ['slips-of-refused', 'slip-undone'],
    ['no-contest', 'contest'],
    ['contest-each', 'contest'],
    ['seats-linked', 'linked'],
    ['plays-on', 'contest-refused'],
    ['hides-free-rounds', 'free-round'],
    ['charges-free-rounds', 'free-round'],
    ['plays-keys-twice', 'free-round-same-key'],
    ['limits-free-rounds', 'free-round-maximum'],
    ['plays-on-for-money', 'free-rounds-used'],
    ['plays-on-for-money', 'free-round-expired'],
    ['pays-refused-free-rounds', 'free-round-expired'],
    ['new-bet-on-retry', 'free-round-unanswered'],
    ['forgets-rollback', 'free-round-late'],
  ])('fails for a vendor with the defect %s: %s', async (defect, scenario) => {
    // The final checks need recorded requests.
    expect(failed(await tryVendor(defect, ['round', scenario]))).toContain(scenario);
  });

  it('fails for a vendor that pays a hand before all have paid for it', async () => {
    expect(failed(await tryVendor('pays-early', ['contest', 'contest-order']))).toEqual(['contest-order']);
  });

  it('names the answer of a vendor that does not understand the bet, and passes nothing for it', async () => {
    const outcomes = await tryVendor('understands-nothing', ['round', 'no-funds', 'maximum-stake', 'expired', 'bet-lost']);
    expect(outcomes.map(({ state }) => state)).toEqual(Array(5).fill('failed'));
    for (const { reason } of outcomes) expect(reason).toContain('HTTP 400 bet_invalid');
  });

  it('skips the scenarios of rooms without a game between players', async () => {
    const wallet = await openWallet();
    const outcomes = await certifyVendor({ url: wallet.url, wallet, bet: {}, timeoutMs: 400 }, ['contest', 'linked']);
    expect(outcomes.map(({ state, reason }) => [state, reason])).toEqual(Array(2).fill(['left out', expect.stringContaining('--room')]));
  });

  it('skips the scenarios of free rounds without a game that has them', async () => {
    const wallet = await openWallet();
    const [outcome] = await certifyVendor({ url: wallet.url, wallet, bet: {}, timeoutMs: 400 }, ['free-round']);
    expect([outcome?.state, outcome?.reason]).toEqual(['left out', expect.stringContaining('--free')]);
  });
});
