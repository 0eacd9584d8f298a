import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { depositConfirm, depositCreate, depositGet } from '../../shared/api/deposit/calls.ts';
import { launchGame } from '../../shared/api/games/calls.ts';
import { paymentPasswordChange, payoutAdd } from '../../shared/api/payout-accounts/calls.ts';
import { uploadImage } from '../../shared/api/uploads/calls.ts';
import { withdrawalConfirm, withdrawalGet, withdrawalOptions, withdrawalRequest } from '../../shared/api/withdrawal/calls.ts';
import { testFolder } from '../kit/database.ts';
import { type DocumentedMerchant, startDocumentedMerchant } from '../kit/documented-merchant.ts';
import { type ForeignVendor, startForeignVendor } from '../kit/foreign-vendor/start.ts';
import { join } from '../kit/newcomer.ts';
import { enterConsole, formKeyIn } from '../kit/operator-browser.ts';
import { accepted, type Player, signIn } from '../kit/player.ts';
import { killRunning } from '../kit/service.ts';

/** The walk of docs/first-merchant.md, from the file to a paid withdrawal, over HTTP. */
const KEY = 'the-key-that-reef-and-lantern-share-0001';
const CREDENTIALS = { username: 'first01', password: 'lantern-in-the-fog-9' };
const PAYMENT_PASSWORD = '480159';
let dir: string;
let vendor: ForeignVendor;
let merchant: DocumentedMerchant;

beforeAll(async () => {
  dir = testFolder();
  vendor = await startForeignVendor({ code: 'REEF', key: KEY, site: () => merchant.service.url, slowMs: 0 });
  const provider = {
    code: 'REEF',
    name: 'Reef Works',
    keyVariable: 'REEF_KEY',
    launchUrl: `${vendor.url}/open?token={ticket}&game={game}&lang={language}&theme={theme}`,
    permissions: ['bet', 'games'],
    currencies: ['THB'],
    languages: ['EN', 'TH'],
    vendors: [{ code: 'REEF', name: 'Reef' }],
  };
  merchant = await startDocumentedMerchant(dir, 'lantern', {
    env: { REEF_KEY: KEY, TRUST_PROXY: '127.0.0.1', ADDRESS_ALLOW: '127.0.0.1,198.51.100.0/24' },
    change: (file) => ({
      ...file,
      vendors: { providers: [provider] },
      settings: {
        ...file.settings,
        // Twenty rounds of the highest stake and a day of waiting would follow from the defaults.
        deposits: { turnoverPercent: 5 },
        payoutAccounts: { ...(file.settings.payoutAccounts as object), coolingHours: 0 },
      },
    }),
  });
  expect(await vendor.reportGames()).toEqual({ status: 'OK' });
});
afterAll(async () => {
  const ended = await merchant?.service.stop();
  await vendor?.stop();
  await killRunning();
  rmSync(dir, { recursive: true, force: true });
  expect(ended).toBe(0);
});

/** Plays a round at the vendor's page, as soon as the pace of the jurisdiction allows one. */
async function play(player: Player, stake: string): Promise<unknown> {
  const { game_url2 } = accepted(await player.call(launchGame, { body: { gameId: 'REEF_PEARL' } }));
  const page = await (await fetch(String(game_url2))).text();
  const session = /session: '([^']+)'/.exec(page)?.[1];
  for (;;) {
    const body = JSON.stringify({ session, key: randomUUID(), stake, shell: 'left' });
    const round = (await (await fetch(`${vendor.url}/play`, { method: 'POST', body })).json()) as { refused?: string };
    if (round.refused !== 'ROUND_TOO_SOON') return round;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Uploads a picture as the form of a deposit does. */
async function upload(player: Player): Promise<string> {
  const picture = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const answer = await fetch(`${merchant.service.url}${uploadImage.path}?purpose=deposit-proof`, {
    method: 'POST',
    headers: { cookie: player.cookie, origin: merchant.service.url, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  });
  return ((await answer.json()) as { value: { id: string } }).value.id;
}

test('from registration to a paid withdrawal, with a game of an outside provider', async () => {
  const { service } = merchant;
  const console = await enterConsole(merchant, 'a-long-and-quiet-passphrase');
  const desk = async (path: string) => (await console(`${service.adminUrl}/console${path}`)).html;
  const decide = async (page: string, path: string, fields: Record<string, string>) => {
    const answer = await console(`${service.adminUrl}/console${path}`, { formKey: formKeyIn(await desk(page)), ...fields });
    expect([path, answer.status]).toEqual([path, 303]);
  };

  await join(service, CREDENTIALS.username, CREDENTIALS.password, '198.51.100.7');
  const player = await signIn(service.url, CREDENTIALS);

  const deposit = accepted(await player.call(depositCreate, { body: { channel: 'LANTERN_BANK', amount: '600', reference: randomUUID() } }));
  // The method asks for a picture of the transfer, unless its `proof` says otherwise.
  expect(await player.call(depositConfirm, { body: { depositId: deposit.depositId } })).toMatchObject({ code: 'deposit_needs_proof' });
  const proofs = [await upload(player)];
  accepted(await player.call(depositConfirm, { body: { depositId: deposit.depositId, proofs } }));
  expect(await desk('/deposits?status=checking')).toContain(deposit.depositId);
  await decide(`/deposits/${deposit.depositId}`, '/deposits/approve', { id: deposit.depositId, reason: 'On the account' });
  expect(accepted(await player.call(depositGet, { query: { depositId: deposit.depositId } })).status).toBe('credited');
  expect((await player.balance()).sumBalance).toBe('600.0000');

  const changed = { paymentPassword: PAYMENT_PASSWORD, confirmPaymentPassword: PAYMENT_PASSWORD };
  accepted(await player.call(paymentPasswordChange, { body: changed }));
  const account = accepted(
    await player.call(payoutAdd, { body: { provider: 'EXAMPLE_BANK', holder: 'Ann Lantern', accountNumber: '0123450099' } }),
  );
  const amount = accepted(await player.call(withdrawalOptions)).minAmount.replace(/00$/, '');
  const withdraw = () =>
    player.call(withdrawalRequest, {
      body: { amount, payoutAccountId: account.id, paymentPassword: PAYMENT_PASSWORD, reference: randomUUID() },
    });
  // Deposits are played before they can be withdrawn (`deposits.turnoverPercent`).
  expect(await withdraw()).toMatchObject({ code: 'turnover_left' });
  vendor.pearls.splice(0, Infinity, 'left');
  // 30 baht is the highest stake of the jurisdiction TH.
  // The vendor knows the highest stake from the launch (`maximumStake`).
  expect(await play(player, '31')).toEqual({ refused: 'MAXIMUM_STAKE' });
  expect(await play(player, '30')).toMatchObject({ won: '57.6000' });
  expect((await player.balance()).sumBalance).toBe('627.6000');
  const asked = await withdraw();
  const { withdrawalId: id } = accepted(asked);
  await decide(`/withdrawals/${id}`, '/withdrawals/approve', { id, reason: 'Checked' });
  await decide(`/withdrawals/${id}`, '/withdrawals/paid', { id, reason: 'Transferred' });
  accepted(await player.call(withdrawalConfirm, { body: { withdrawalId: id, outcome: 'fully_received' } }));
  expect(accepted(await player.call(withdrawalGet, { query: { withdrawalId: id } })).status).toBe('received');

  const show = async (path: string) =>
    (await (await fetch(`${service.url}${path}`, { headers: { cookie: `${player.cookie}; lantern_lang=EN` } })).text()).replace(
      /<[^>]+>/g,
      ' ',
    );
  expect(await show('/member/personalHistoryCopy')).toMatch(/Pearl Finder[\s\S]*Reef/);
  expect(await show('/member/transactionHistory')).toMatch(/Withdrawal/);
  const overview = await desk('');
  for (const text of ['Deposit', 'Withdrawal requested', 'Bet', 'Win']) expect(overview).toContain(`>${text}<`);
  expect(overview).not.toContain('withdrawal-hold');
});
