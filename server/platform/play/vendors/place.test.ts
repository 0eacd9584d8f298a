import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { walletBalance } from '../../../../shared/api/balance/calls.ts';
import { launchGame } from '../../../../shared/api/games/calls.ts';
import type { SeamlessAnswer } from '../../../../shared/seamless/wallet.ts';
import { signRequest } from '../../base/signature.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, TEST_SECRET, type TestPlatform } from '../../test-platform.ts';

const GAME = 'NOVA_COMET_DICE';
let test: TestPlatform;
let token = '';
let rounds = 0;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(async () => {
  expect(test.faults).toEqual([]);
  await setRules({});
});

interface At {
  readonly country?: string;
  readonly restrictedHeader?: '0' | '1';
}
const headersOf = ({ country, restrictedHeader }: At) => ({
  ...(country && { 'X-Client-Country': country }),
  ...(restrictedHeader && { 'X-Region-Restricted': restrictedHeader }),
});
async function setRules(regions: object): Promise<void> {
  const { settings } = await readMerchant(test.db, test.merchant);
  const rules = { allowedCountries: [], deniedCountries: [], unknownCountry: 'allow' as const, ...regions };
  await saveSettings(test.db, test.merchant, { ...settings, regions: rules });
}
/** Any call of the session reports its current place. */
const requestFrom = (at: At) => test.call(walletBalance, { token, headers: headersOf(at) });
async function callVendor(operation: string, body: object): Promise<SeamlessAnswer> {
  const [path, text] = [`/seamless/studio/${operation}`, JSON.stringify(body)];
  const timestamp = String(test.clock.now().getTime());
  const signature = signRequest(TEST_SECRET, { method: 'POST', path, timestamp, body: text });
  const headers = { 'Content-Type': 'application/json', 'X-Timestamp': timestamp, 'X-Signature': signature };
  return (await supertest(test.url).post(path).set(headers).send(text)).body as SeamlessAnswer;
}
/** A game opened from a place, and the vendor's calls for it. */
async function opened(at: At) {
  token = await test.login('demo01');
  const launched = await test.call(launchGame, { token, headers: headersOf(at), body: { gameId: GAME } });
  const ticket = new URL(launched.body.value.game_url, 'http://game').searchParams.get('ticket');
  const { player, token: play } = await callVendor('authenticate', { ticket, gameId: GAME });
  const bet = async () => {
    rounds += 1;
    const ids = { player, roundId: `place-${rounds}`, gameId: GAME, transactionId: `place-bet-${rounds}`, currency: 'USD' };
    const { status, message } = await callVendor('bet', { ...ids, token: play, amount: '100' });
    return message === undefined ? status : `${status} ${message}`;
  };
  return { bet, player };
}
const REFUSED = 'PLAYER_BLOCKED region_restricted';

it('a stake in an open game is refused once operators block the country of the member’s last request', async () => {
  const { bet } = await opened({ country: 'TH' });
  expect(await bet()).toBe('OK');
  await setRules({ deniedCountries: ['TH'] });
  expect(await bet()).toBe(REFUSED);
  await requestFrom({ country: 'DE' });
  expect(await bet()).toBe('OK');
  await requestFrom({ country: 'TH' });
  expect(await bet()).toBe(REFUSED);
  await setRules({});
  expect(await bet()).toBe('OK');
});

it('the portal’s decision about the address has priority over the country', async () => {
  const { bet } = await opened({ country: 'DE' });
  await requestFrom({ country: 'DE', restrictedHeader: '1' });
  expect(await bet()).toBe(REFUSED);
  await setRules({ deniedCountries: ['DE'] });
  await requestFrom({ country: 'DE', restrictedHeader: '0' });
  expect(await bet()).toBe('OK');
  await requestFrom({ country: 'DE' });
  expect(await bet()).toBe(REFUSED);
});

it('an unknown place is refused if the rules require it, and so is an ended session', async () => {
  const { bet } = await opened({});
  await setRules({ deniedCountries: ['TH'] });
  expect(await bet()).toBe('OK');
  await setRules({ deniedCountries: ['TH'], unknownCountry: 'deny' });
  expect(await bet()).toBe(REFUSED);
  await requestFrom({ country: 'DE' });
  expect(await bet()).toBe('OK');
  await test.db.deleteFrom('member_session').where('seen_country', '=', 'DE').execute();
  expect(await bet()).toBe(REFUSED);
});

it('wins and rollbacks post from any place, and the member’s session elsewhere is not affected', async () => {
  const here = await opened({ country: 'TH' });
  expect(await here.bet()).toBe('OK');
  const round = { player: here.player, roundId: `place-${rounds}`, gameId: GAME, betTransactionId: `place-bet-${rounds}` };
  const there = await opened({ country: 'DE' });
  await setRules({ deniedCountries: ['TH'] });
  expect(await here.bet()).toBe(REFUSED);
  expect(await there.bet()).toBe('OK');
  expect(await callVendor('win', { ...round, transactionId: `${round.roundId}-win`, currency: 'USD', amount: '100' })).toMatchObject({
    status: 'OK',
  });
});

it('a refused stake stays refused when repeated', async () => {
  const { bet, player } = await opened({ country: 'TH' });
  await setRules({ deniedCountries: ['TH'] });
  expect(await bet()).toBe(REFUSED);
  await setRules({});
  const ids = { player, roundId: `place-${rounds}`, gameId: GAME, transactionId: `place-bet-${rounds}`, currency: 'USD' };
  expect(await callVendor('bet', { ...ids, token: 'any', amount: '100' })).toMatchObject({ status: 'PLAYER_BLOCKED' });
});
