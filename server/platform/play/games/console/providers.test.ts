import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { gameList } from '../../../../../shared/api/games/contract.ts';
import { listenLocally } from '../../../../net/test-server.ts';
import { signRequest, verifyRequest } from '../../../base/signature.ts';
import { proveLog } from '../../../operators/log.ts';
import { signInAs, type TestOperator } from '../../../operators/test-operator.ts';
import { openTestPlatform, type TestPlatform } from '../../../test-platform.ts';

const KEY = 'a-key-that-the-operator-has-typed-in-0001';
const WHY = { reason: 'Signed a contract' };
const NEW = {
  was: '',
  code: 'WHARF',
  name: 'Wharf Games',
  launchUrl: 'https://play.wharf.example/open?t={ticket}&g={game}',
  verifyUrl: '',
  vendors: 'WHARF Wharf\nPIER Pier Live',
  permissions: 'bet games',
  addresses: '',
  currencies: 'USD',
  languages: 'EN TH',
  pictureHosts: '',
  feedUrl: '',
  feedMinutes: '',
  unknownBetRollback: 'OK',
  dialect: '',
  ...WHY,
};

let test: TestPlatform;
let admin: TestOperator;
let server: Server;
let feed: { status: number; body: string; key: string };
beforeAll(async () => {
  test = await openTestPlatform();
  admin = await signInAs(test, 'admin');
  await admin.get('/providers');
  server = createServer((request, response) => {
    const [timestamp = '', signature = ''] = [request.headers['x-timestamp'], request.headers['x-signature']].map(String);
    const isSigned = verifyRequest(feed.key, { method: 'GET', path: request.url ?? '', timestamp, body: '' }, signature);
    response.writeHead(isSigned ? feed.status : 403).end(feed.body);
  });
  await listenLocally(server);
});
afterAll(async () => {
  server.close();
  expect(await proveLog(test.db, test.merchant)).not.toHaveProperty('broken');
  await test.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const save = (change: Readonly<Record<string, string>> = {}) => admin.post('/providers/save', { ...NEW, ...change });
const row = () => test.db.selectFrom('vendor_provider').selectAll().where('code', '=', 'WHARF').executeTakeFirst();
const logged = async (action: string) =>
  (await test.db.selectFrom('operator_log').selectAll().where('action', '=', action).orderBy('id').execute()).at(-1);

async function seamless(operation: string, body: object, key = KEY) {
  const path = `/seamless/WHARF/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(test.clock.now().getTime());
  const headers = { 'X-Timestamp': timestamp, 'X-Signature': signRequest(key, { method: 'POST', path, timestamp, body: raw }) };
  return (await test.request('POST', path).set(headers).send(raw)).body as { status: string };
}
const games = async (vassalage: string) => {
  const { body } = await test.call(gameList, { query: { vassalage } });
  return body.value.games as { gameId: string; hot: boolean; new: boolean }[];
};

it('adds a provider, whose games have no key yet', async () => {
  expect((await save()).headers.location).toBe('/console/providers/WHARF?done=done_providerSaved');
  expect(await row()).toMatchObject({ source: 'console', sealed_key: null, closed: false });
  expect(await logged('provider.added')).toMatchObject({ operator: admin.name, object: 'provider:WHARF', reason: WHY.reason });
  const { text } = await admin.get('/providers');
  expect(text).toContain('Wharf Games');
  expect(text).toContain('No key');
  expect(await seamless('games', { games: [] })).toEqual({ status: 'BAD_SIGNATURE' });
});

it.each([
  [{}, 'A provider with this code exists'],
  [{ code: 'studio' }, 'Enter another code'],
  [{ code: 'QUAYS', launchUrl: 'http://play.wharf.example/' }, 'Enter https://, host and path'],
  [{ code: 'QUAYS', launchUrl: 'https://play.wharf.example/{token}' }, 'Enter https://, host and path'],
  [{ code: 'QUAYS', permissions: 'bet money' }, 'Enter one of bet, games'],
  [{ code: 'QUAYS', addresses: '10.0.0.0/33' }, 'Enter an address or a CIDR range'],
  [{ code: 'QUAYS', currencies: 'baht' }, 'Enter a currency code'],
  [{ code: 'QUAYS', feedUrl: 'https://play.wharf.example/feed', feedMinutes: '0' }, 'Enter '],
  [{ code: 'QUAYS', dialect: '{' }, 'This is no JSON'],
  [{ code: 'QUAYS', dialect: '{"amounts":"cents"}' }, 'Enter units or decimal'],
  [{ code: 'QUAYS' }, 'Another provider has this vendor: WHARF'],
  [{ code: 'QUAYS', vendors: 'NOVA Nova' }, 'Another provider has this vendor: NOVA'],
])('refuses %j with a clear text and stores nothing', async (change, text) => {
  const answer = await save(change);
  expect([answer.status, answer.text.includes(text)], answer.text).toEqual([422, true]);
  expect(await test.db.selectFrom('vendor_provider').select('code').execute()).toEqual([{ code: 'WHARF' }]);
});

it('sets a key that is never shown again, and makes one that is shown once', async () => {
  const short = await admin.post('/providers/key', { code: 'WHARF', key: 'short', ...WHY });
  expect([short.status, short.text.includes('at least 32 characters')]).toEqual([422, true]);
  expect((await admin.post('/providers/key', { code: 'WHARF', key: KEY, ...WHY })).headers.location).toMatch(/done_providerKey$/);
  expect(await seamless('games', { games: [{ id: 'WHARF_1', name: 'One', category: 'RNG' }] })).toEqual({ status: 'OK' });
  const made = await admin.post('/providers/key', { code: 'WHARF', key: '', ...WHY });
  const [, key = ''] = /<code class="whole">([0-9a-f]{64})<\/code>/.exec(made.text) ?? [];
  expect(key).not.toBe('');
  expect(await seamless('status', { transactionId: 'x' })).toEqual({ status: 'BAD_SIGNATURE' });
  expect(await seamless('status', { transactionId: 'x' }, key)).toMatchObject({ status: 'TRANSACTION_NOT_FOUND' });
  const entry = await logged('provider.key');
  expect(JSON.stringify(entry)).not.toContain(key);
  expect(entry?.detail).toContain('"replaced":true');
  const { text } = await admin.get('/providers/WHARF');
  expect(text).toContain('The key is set');
  expect(text).not.toContain(key);
  expect((await row())?.sealed_key).not.toContain(key);
  await admin.post('/providers/key', { code: 'WHARF', key: KEY, ...WHY });
});

it('shows the last call, and places games in the lists, also after the next report', async () => {
  expect(await row()).toMatchObject({ last_call_at: expect.any(Date), feed_at: expect.any(Date), feed_result: '1 in this list' });
  const report = () =>
    seamless('games', { games: [1, 2].map((n) => ({ id: `WHARF_${n}`, name: `Game ${n}`, category: 'RNG', hot: n === 1 })) });
  await report();
  expect((await games('WHARF')).map(({ gameId }) => gameId)).toEqual(['WHARF_1', 'WHARF_2']);
  const place = { code: 'WHARF', id: 'WHARF_2', hot: 'yes', fresh: '', position: '0', ...WHY };
  expect((await admin.post('/providers/game', place)).headers.location).toMatch(/done_gamePlaced$/);
  expect((await admin.post('/providers/game', { ...place, id: 'WHARF_1', hot: 'no', position: '7' })).status).toBe(303);
  await report();
  const stored = await test.db.selectFrom('game').select(['id', 'hot', 'position']).where('vendor', '=', 'WHARF').orderBy('id').execute();
  expect(stored).toEqual([
    { id: 'WHARF_1', hot: false, position: 7 },
    { id: 'WHARF_2', hot: true, position: 0 },
  ]);
  expect((await games('WHARF')).map(({ gameId }) => gameId)).toEqual(['WHARF_2', 'WHARF_1']);
  expect((await admin.post('/providers/game', { ...place, id: 'NO_SUCH' })).status).toBe(422);
  await admin.post('/providers/game', { ...place, id: 'WHARF_1', hot: '', position: '' });
  await report();
  expect(await test.db.selectFrom('game').select('hot').where('id', '=', 'WHARF_1').executeTakeFirst()).toEqual({ hot: true });
});

it('fetches the list of games now, and says why it could not', async () => {
  const { port } = server.address() as AddressInfo;
  const change = { was: 'WHARF', permissions: 'bet', feedUrl: `http://127.0.0.1:${port}/games`, feedMinutes: '60' };
  expect((await save(change)).status).toBe(303);
  expect(await logged('provider.changed')).toMatchObject({ object: 'provider:WHARF' });
  feed = { status: 200, key: KEY, body: JSON.stringify({ games: [{ id: 'WHARF_9', name: 'Nine', category: 'LIVE', vendor: 'PIER' }] }) };
  expect((await admin.post('/providers/fetch', { code: 'WHARF', ...WHY })).headers.location).toMatch(/done_providerFetched$/);
  expect((await games('PIER')).map(({ gameId }) => gameId)).toEqual(['WHARF_9']);
  feed = { ...feed, status: 500 };
  const failed = await admin.post('/providers/fetch', { code: 'WHARF', ...WHY });
  expect([failed.status, failed.text.includes('the feed answered 500')]).toEqual([422, true]);
  expect((await games('PIER')).map(({ gameId }) => gameId)).toEqual(['WHARF_9']);
});

it('switches a provider off and on', async () => {
  expect((await admin.post('/providers/close', { code: 'WHARF', ...WHY })).headers.location).toMatch(/done_providerClosed$/);
  expect(await row()).toMatchObject({ closed: true });
  expect(await logged('provider.closed')).toMatchObject({ object: 'provider:WHARF' });
  expect((await admin.post('/providers/close', { code: 'WHARF', ...WHY })).text).toContain('in this state already');
  expect((await admin.post('/providers/open', { code: 'WHARF', ...WHY })).status).toBe(303);
  expect(await row()).toMatchObject({ closed: false });
});

it('changes no provider of the merchant file, and no key that the environment holds', async () => {
  const definition = JSON.stringify({ ...((await row())?.definition as object), keyVariable: 'WHARF_KEY' });
  await test.db.updateTable('vendor_provider').set({ source: 'file', definition }).execute();
  expect((await save({ was: 'WHARF' })).text).toContain('This provider is in the merchant file');
  expect((await admin.post('/providers/key', { code: 'WHARF', key: KEY, ...WHY })).text).toContain('environment variable WHARF_KEY');
  const { text } = await admin.get('/providers/WHARF');
  expect(text).not.toContain('action="/console/providers/save"');
});

it('stores a transfer wallet, and refuses moves by members where there is one wallet', async () => {
  const wallet = { code: 'BASIN', vendors: 'BASIN Basin', walletUrl: 'https://api.basin.example/wallet', walletReturn: '20' };
  const refused = await save({ ...wallet, walletMoves: 'manual' });
  expect([refused.status, refused.text.includes('members cannot move money themselves')]).toEqual([422, true]);
  expect((await save({ ...wallet, walletMoves: 'automatic' })).status).toBe(303);
  const stored = await test.db.selectFrom('vendor_provider').select('definition').where('code', '=', 'BASIN').executeTakeFirst();
  expect(stored?.definition).toMatchObject({ wallet: { kind: 'transfer', moves: 'automatic', returnMinutes: 20 } });
  const { text } = await admin.get('/providers/BASIN');
  for (const shown of ['https://api.basin.example/wallet', '/console/vendor-money', 'Called by the site']) expect(text).toContain(shown);
  // A list in the merchant file never comes by a call.
  const definition = JSON.stringify({ ...(stored?.definition as object), permissions: ['bet'] });
  await test.db.updateTable('vendor_provider').set({ source: 'file', definition }).where('code', '=', 'BASIN').execute();
  const factsOf = (html: string) => /Last list of games<\/dt><dd>([^<]*)/.exec(html)?.[1];
  expect([factsOf(text), factsOf((await admin.get('/providers/BASIN')).text)]).toEqual(['Never', 'Merchant file']);
});
