import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchGame, roomList } from '../../../../../shared/api/games/calls.ts';
import { launchAddress } from '../../../../../shared/api/launch-address.ts';
import { bettingRecord } from '../../../../../shared/api/records/calls.ts';
import { matchList } from '../../../../../shared/api/schedule/calls.ts';
import type { SeamlessAnswer } from '../../../../../shared/seamless/wallet.ts';
import { inTransaction } from '../../../base/db/index.ts';
import { createSecrets } from '../../../base/secrets.ts';
import { signRequest } from '../../../base/signature.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../../test-platform.ts';
import { takeBrands } from '../../games/index.ts';
import { providerDefinition } from './definition.ts';
import { saveProvider, saveProviderKey } from './store.ts';

/** Rooms, matches and bet slips of an outside vendor are shown as those of the built-in one. */
const KEY = 'a-key-of-the-provider-ACME-for-tests-01';
let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await openTestPlatform();
  const definition = v.parse(providerDefinition, {
    code: 'ACME',
    name: 'Acme',
    launchUrl: 'https://play.acme.example/open?t={ticket}',
    permissions: ['bet', 'games', 'events', 'rooms', 'slips'],
    vendors: [{ code: 'ACMEG', name: 'Acme Games' }],
  });
  const now = platform.clock.now();
  await inTransaction(platform.db, async (tx) => {
    await saveProvider(tx, definition, { source: 'console', now });
    await saveProviderKey(tx, createSecrets(TEST_DATA_KEY), { code: 'ACME', key: KEY, now });
    await takeBrands(tx, platform.merchant, definition);
  });
  platform.clock.advance(10_000);
  const games = [
    { id: 'ACME_CUP', name: 'Acme Cup', category: 'SPORTS' },
    { id: 'ACME_CARDS', name: 'Acme Cards', category: 'PVP' },
  ];
  expect(await seamless('games', { games })).toEqual({ status: 'OK' });
  token = await platform.login('demo01');
});
afterAll(async () => {
  expect(platform.faults).toEqual([]);
  await platform.close();
});

async function seamless(operation: string, body: object): Promise<SeamlessAnswer> {
  const path = `/seamless/ACME/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(platform.clock.now().getTime());
  const headers = { 'X-Timestamp': timestamp, 'X-Signature': signRequest(KEY, { method: 'POST', path, timestamp, body: raw }) };
  return (await platform.request('POST', path).set(headers).send(raw)).body as SeamlessAnswer;
}

it('shows rooms with their players', async () => {
  const room = { roomId: 'bay:1', gameId: 'ACME_CARDS', stake: '50000', present: [{ currency: 'USD', players: 3, waiting: 1 }] };
  const foreign = { ...room, roomId: 'x', gameId: 'NOVA_COMET_DICE' };
  expect(await seamless('rooms', { rooms: [room, foreign] })).toEqual({ status: 'OK', message: 'left out: x' });
  const { body } = await platform.call(roomList, { query: { vassalage: 'ACMEG' }, token });
  expect(body.value.rooms).toMatchObject([{ gameId: 'ACME_CARDS', roomId: 'bay:1', minBet: '5.0000', players: 3, waiting: 1 }]);
});

it('shows matches that can be bet on', async () => {
  const now = platform.clock.now().getTime();
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const times = { opensAt: at(-10), closesAt: at(30), drawsAt: at(120) };
  const [home, away] = [
    { name: 'North', odds: '1.85' },
    { name: 'South', odds: '2.10' },
  ];
  const details = { league: 'Acme League', home, away, draw: null, featured: true };
  const match = {
    kind: 'match',
    id: 'cup:1',
    gameId: 'ACME_CUP',
    issue: '1',
    ...times,
    state: 'open',
    details,
    result: null,
  };
  expect(await seamless('events', { events: [match] })).toEqual({ status: 'OK' });
  const { body } = await platform.call(matchList, { query: { gameCategory: 'SPORTS', count: '50' } });
  const shown = (body.value.open as { matchId: string }[]).find(({ matchId }) => matchId === 'cup:1');
  expect(shown).toMatchObject({ gameId: 'ACME_CUP', league: 'Acme League' });
});

it('shows the slip of a bet in the betting record', async () => {
  const opened = await platform.call(launchGame, { body: { gameId: 'ACME_CUP' }, token });
  const ticket = new URL(launchAddress(opened.body.value)).searchParams.get('t');
  const session = await seamless('authenticate', { ticket, gameId: 'ACME_CUP' });
  const ids = { roundId: 'acme-slip', gameId: 'ACME_CUP', player: session.player };
  const bet = { token: session.token, transactionId: 'acme-slip-b', ...ids, currency: session.currency, amount: '10000' };
  expect(await seamless('bet', bet)).toMatchObject({ status: 'OK' });
  const leg = { eventId: 'cup:1', league: 'Acme League', home: 'North', away: 'South', market: 'winner', line: null, pick: 'home' };
  const legs = [{ ...leg, odds: '1.85', state: 'open', score: null }];
  expect(await seamless('slips', { slips: [{ roundId: ids.roundId, gameId: ids.gameId, legs }] })).toEqual({ status: 'OK' });
  const { body } = await platform.call(bettingRecord, { query: { pageNo: '1', pageSize: '10' }, token });
  expect(body.value.bets[0]).toMatchObject({ gameName: 'Acme Cup', legs: [{ home: 'North', odds: '1.85', pick: 'home' }] });
});
