import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchGame } from '../../../../../shared/api/games/calls.ts';
import { launchAddress } from '../../../../../shared/api/launch-address.ts';
import { parseWireAmount } from '../../../../../shared/money/money.ts';
import { vendorGame } from '../../../../../shared/seamless/games.ts';
import { inTransaction } from '../../../base/db/index.ts';
import { createSecrets } from '../../../base/secrets.ts';
import { audit } from '../../../ledger/index.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../../test-platform.ts';
import { takeBrands, takeGames } from '../../games/index.ts';
import { providerDefinition } from '../providers/definition.ts';
import { saveProvider, saveProviderKey } from '../providers/store.ts';

const KEY = 'the-key-that-orbit-and-the-merchant-share';
type Answer = Readonly<Record<string, string>>;

let platform: TestPlatform;
let session: { readonly token: string; readonly account: string; readonly currency: string };

/** The provider of docs/vendors/dialects.md. */
beforeAll(async () => {
  platform = await openTestPlatform();
  const [, example = ''] = /```json\n(.*?)```/s.exec(readFileSync('docs/vendors/dialects.md', 'utf8')) ?? [];
  const { games, keyVariable: _key, ...rest } = JSON.parse(example) as { games: unknown[]; keyVariable: string };
  const definition = v.parse(providerDefinition, rest);
  const now = platform.clock.now();
  await inTransaction(platform.db, async (tx) => {
    await saveProvider(tx, definition, { source: 'console', now });
    await saveProviderKey(tx, createSecrets(TEST_DATA_KEY), { code: 'ORBIT', key: KEY, now });
    await takeBrands(tx, platform.merchant, definition);
    await takeGames(tx, platform.merchant, definition, { games: games.map((game) => v.parse(vendorGame, game)), complete: true });
  });
  platform.clock.advance(10_000);
  const { body } = await platform.call(launchGame, { body: { gameId: 'ORBIT_ROULETTE' }, token: await platform.login('demo01') });
  const sessionId = new URL(launchAddress(body.value)).searchParams.get('session');
  const opened = await send('session', { sessionId, table: 'ORBIT_ROULETTE', device: 'phone' });
  expect(opened).toMatchObject({ result: 'SUCCESS', language: 'EN' });
  session = { token: opened.token ?? '', account: opened.account ?? '', currency: opened.currency ?? '' };
});
afterAll(async () => {
  expect((await audit(platform.db)).differences).toEqual([]);
  expect(platform.faults).toEqual([]);
  await platform.close();
});

async function send(operation: string, body: object, { key = KEY, seconds = 0 } = {}): Promise<Answer> {
  const path = `/seamless/ORBIT/${operation}`;
  const raw = JSON.stringify(body);
  const time = String(Math.floor(platform.clock.now().getTime() / 1_000) + seconds);
  const sign = createHmac('sha256', key).update(`${time}.${path}.${raw}`).digest('base64');
  const sent = platform.request('POST', path).set({ 'Content-Type': 'application/json', 'X-Time': time, 'X-Sign': sign });
  return (await sent.send(raw)).body as Answer;
}

let last = 0;
function round() {
  last += 1;
  const ids = { gameRound: `orbit-r${last}`, table: 'ORBIT_ROULETTE', account: session.account };
  const bet = { ...ids, token: session.token, txId: `orbit-d${last}`, currency: session.currency, value: '12.50' };
  const win = { ...ids, txId: `orbit-c${last}`, debitTxId: bet.txId, currency: session.currency, value: '20.75', endRound: true };
  return { ids, bet, win, cancel: { ...ids, txId: `orbit-x${last}`, debitTxId: bet.txId } };
}
const cash = async () => parseWireAmount((await send('balance', { token: session.token })).cash) ?? -1n;

it('books stakes and wins exactly, each once', async () => {
  const before = await cash();
  const { bet, win } = round();
  const booked = await send('debit', bet);
  expect(booked).toMatchObject({ result: 'SUCCESS', account: session.account, currency: session.currency });
  expect(await send('debit', bet)).toEqual(booked);
  expect((await cash()) - before).toBe(-125_000n);
  expect(await send('credit', win)).toMatchObject({ result: 'SUCCESS' });
  expect(await send('credit', win)).toMatchObject({ result: 'SUCCESS' });
  expect((await cash()) - before).toBe(82_500n);
  expect(await send('transaction', { txId: win.txId })).toMatchObject({
    result: 'SUCCESS',
    transaction: { kind: 'win', state: 'accepted' },
  });
  expect(await send('debit', { ...bet, value: '12.51' })).toMatchObject({ result: 'TRANSACTION_MISMATCH' });
});

it('books one of concurrent repeats, and one of a bet and its cancellation', async () => {
  const before = await cash();
  const one = round();
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('debit', one.bet)));
  expect(new Set(answers.map(({ result, transferId }) => `${result} ${transferId}`)).size).toBe(1);
  expect((await cash()) - before).toBe(-125_000n);
  expect(await send('cancel', one.cancel)).toMatchObject({ result: 'SUCCESS' });
  const rounds = Array.from({ length: 6 }, round);
  await Promise.all(rounds.flatMap(({ bet, cancel }) => [send('debit', bet), send('cancel', cancel)]));
  for (const { bet } of rounds) expect(await send('debit', bet)).toMatchObject({ result: 'BET_ROLLED_BACK' });
  expect(await cash()).toBe(before);
});

it.each([['0.001'], [12.5], ['1e2'], ['-1'], ['0'], ['']])('refuses the amount %j and books nothing', async (value) => {
  const before = await cash();
  const { bet, win } = round();
  const refused = await send('debit', { ...bet, value });
  expect(refused).toEqual({ result: 'BAD_REQUEST', message: 'value' });
  expect(await send('transaction', { txId: bet.txId })).toMatchObject({ result: 'TRANSACTION_NOT_FOUND' });
  if (value !== '0') expect(await send('credit', { ...win, value })).toEqual({ result: 'BAD_REQUEST', message: 'value' });
  expect(await cash()).toBe(before);
});

it('says that there is no money in its own words, with the exact balance', async () => {
  const before = await cash();
  const { bet } = round();
  const refused = await send('debit', { ...bet, value: '9999999.00' });
  expect(refused.result).toMatch(/^(?:NO_MONEY|LIMIT_REACHED)$/);
  expect(parseWireAmount(refused.cash)).toBe(before);
});

it('is refused with the names of the seamless wallet, with another key and at another time', async () => {
  const { bet } = round();
  expect(await send('bet', bet)).toEqual({ result: 'BAD_REQUEST', message: 'operation' });
  expect(await send('debit', bet, { key: `${KEY}x` })).toEqual({ result: 'BAD_SIGNATURE' });
  expect(await send('debit', bet, { seconds: -301 })).toEqual({ result: 'STALE_REQUEST' });
  const { body } = await platform.request('POST', '/seamless/ORBIT/debit').send('{}');
  expect(body).toEqual({ result: 'BAD_SIGNATURE' });
});
