import { afterAll, describe, expect, it } from 'vitest';
import { type Outcome, table } from '../server/tools/certify/report.ts';
import { certifyVendor } from '../server/tools/certify/vendor.ts';
import { startWallet } from '../server/tools/certify/wallet-server.ts';
import { MATCH_GAME } from './kit/foreign-vendor/games.ts';
import { type ForeignVendorInput, startForeignVendor } from './kit/foreign-vendor/start.ts';

const LINE = { provider: 'REEF', secret: 'the-key-that-reef-and-the-merchant-share', gameId: 'REEF_PEARL' };
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

/** Certifies the vendor that is written from the documents alone, against the reference wallet. */
async function certify(more: Pick<ForeignVendorInput, 'fault' | 'twice'> = {}, only?: readonly string[]): Promise<readonly Outcome[]> {
  const wallet = await startWallet({ ...LINE, matches: MATCH_GAME });
  const vendor = await startForeignVendor({
    code: LINE.provider,
    key: LINE.secret,
    site: () => wallet.url,
    slowMs: 0,
    twice: false,
    ...more,
  });
  closers.push(vendor.stop, wallet.close);
  const timeoutMs = more.fault || more.twice ? 400 : 20_000;
  return certifyVendor({ url: vendor.url, wallet, bet: {}, matches: MATCH_GAME, timeoutMs }, only);
}

const failed = (outcomes: readonly Outcome[]) => outcomes.filter(({ state }) => state === 'failed').map(({ scenario }) => scenario);

describe('the certificate of a vendor from outside', () => {
  it('passes for a correct one, without the scenarios of rooms and free rounds that it does not serve', async () => {
    const outcomes = await certify();
    expect(failed(outcomes), table(outcomes)).toEqual([]);
    const leftOut = outcomes.filter(({ state }) => state === 'left out').map(({ scenario }) => scenario);
    expect(leftOut.filter((name) => !name.startsWith('free-round'))).toEqual(['contest', 'linked', 'contest-refused', 'contest-order']);
    expect(leftOut).toHaveLength(12);
    expect(outcomes.filter(({ state }) => state === 'passed').length).toBeGreaterThan(20);
  });

  it.each<readonly [ForeignVendorInput['fault'] | 'twice', string]>([
    ['new-win-id', 'win-unanswered'],
    ['keeps-bet', 'bet-lost'],
    ['no-slip', 'slip'],
    ['opens-anything', 'false-ticket'],
    ['twice', 'no-funds'],
  ])('fails for one with the fault %s: %s', async (fault, scenario) => {
    const outcomes = await certify(fault === 'twice' ? { twice: true } : { ...(fault && { fault }) }, ['round', scenario]);
    expect(failed(outcomes), table(outcomes)).toContain(scenario);
  });
});
