import { createServer, type Server } from 'node:http';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchGame } from '../../../../../shared/api/games/calls.ts';
import { gameList, gameVendor } from '../../../../../shared/api/games/contract.ts';
import { systemStatus } from '../../../../../shared/api/system/calls.ts';
import { namedPlaceholder } from '../../../../../shared/named-placeholder.ts';
import type { SeamlessAnswer } from '../../../../../shared/seamless/wallet.ts';
import { listenLocally, localUrl } from '../../../../net/test-server.ts';
import { inTransaction } from '../../../base/db/index.ts';
import { createSecrets } from '../../../base/secrets.ts';
import { signRequest, verifyRequest } from '../../../base/signature.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../../test-platform.ts';
import { takeBrands, takeGames } from '../../games/index.ts';
import { type ProviderDefinition, providerDefinition } from './definition.ts';
import { saveFileProviders } from './file-providers.ts';
import { closeProvider, readProviders, saveProvider, saveProviderKey } from './store.ts';

const KEY = 'a-key-of-the-provider-ACME-for-tests-01';
const GAME = { id: 'ACME_WHEEL', name: 'Acme Wheel', category: 'RNG', minBet: '0.20' } as const;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await openTestPlatform();
});
afterAll(async () => {
  expect(platform.faults).toEqual([]);
  await platform.close();
});

const definitionOf = (change: object = {}): ProviderDefinition =>
  v.parse(providerDefinition, {
    code: 'ACME',
    name: 'Acme',
    launchUrl: 'https://play.acme.example/open?t={ticket}&g={game}&l={language}',
    permissions: ['bet', 'games'],
    vendors: [{ code: 'ACMEG', name: 'Acme Games', picture: 'https://play.acme.example/logo.png' }],
    ...change,
  });

async function connect(change: object = {}, games: readonly object[] = [GAME]) {
  const definition = definitionOf(change);
  const secrets = createSecrets(TEST_DATA_KEY);
  await inTransaction(platform.db, async (tx) => {
    const now = platform.clock.now();
    await saveProvider(tx, definition, { source: 'console', now });
    await saveProviderKey(tx, secrets, { code: definition.code, key: KEY, now });
    await takeBrands(tx, platform.merchant, definition);
  });
  platform.clock.advance(10_000);
  if (games.length > 0) expect(await seamless('games', { games })).toEqual({ status: 'OK' });
  return definition;
}

async function seamless(operation: string, body: object, { key = KEY, address = '' } = {}): Promise<SeamlessAnswer> {
  const path = `/seamless/ACME/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(platform.clock.now().getTime());
  const request = platform
    .request('POST', path)
    .set('Content-Type', 'application/json')
    .set('X-Timestamp', timestamp)
    .set('X-Signature', signRequest(key, { method: 'POST', path, timestamp, body: raw }));
  if (address) request.set('X-Client-Address', address);
  return (await request.send(raw)).body as SeamlessAnswer;
}

async function gamesOf(vendor: string) {
  const { body } = await platform.call(gameList, { query: { vassalage: vendor } });
  return body.value.games as { gameId: string; showIcon: string; maintenance: boolean; gameName: string }[];
}

async function launch(gameId = GAME.id) {
  const token = await platform.login('demo01');
  return platform.call(launchGame, { body: { gameId }, token, language: 'TH' });
}

async function openGame() {
  const { body } = await launch();
  const url = new URL(body.value.game_url2 as string);
  const opened = await seamless('authenticate', { ticket: url.searchParams.get('t') ?? '', gameId: GAME.id });
  expect(opened.status).toBe('OK');
  return opened as Required<Pick<SeamlessAnswer, 'token' | 'player' | 'currency'>>;
}

let last = 0;
const betOf = ({ token, player, currency }: Awaited<ReturnType<typeof openGame>>) => {
  last += 1;
  const ids = { transactionId: `acme-b${last}`, roundId: `acme-r${last}`, gameId: GAME.id, player };
  return { token, ...ids, currency, amount: '2000' };
};

describe('a provider of the merchant', () => {
  it('offers its games, opens them at its address in a language it has, and plays over the wallet', async () => {
    await connect({ languages: ['EN', 'VI'] });
    expect(await gamesOf('ACMEG')).toMatchObject([
      { gameId: GAME.id, gameName: 'Acme Wheel', showIcon: namedPlaceholder('Acme Wheel'), maintenance: false },
    ]);
    const vendors = (await platform.call(gameVendor)).body.value.data.lanes as { vassalage: string; smallIcon: string }[];
    expect(vendors.find(({ vassalage }) => vassalage === 'ACMEG')?.smallIcon).toBe('https://play.acme.example/logo.png');
    const { body } = await launch();
    expect(body.value).toMatchObject({ gameId: GAME.id, vassalage: 'ACMEG', vendorName: 'Acme Games' });
    expect(body.value.game_url2).toMatch(/^https:\/\/play\.acme\.example\/open\?t=[\w-]{43}&g=ACME_WHEEL&l=EN$/);
    const session = await openGame();
    expect(session).toMatchObject({ language: 'EN', trial: false });
    const bet = betOf(session);
    expect(await seamless('bet', bet)).toMatchObject({ status: 'OK', balance: '9998000' });
    const { transactionId: betTransactionId, roundId, gameId, player } = bet;
    const win = { transactionId: `${betTransactionId}-w`, betTransactionId, roundId, gameId, player, currency: session.currency };
    expect(await seamless('win', { ...win, amount: '2000', endRound: true })).toMatchObject({ status: 'OK', balance: '10000000' });
  });

  it('has a least stake in the currency of the merchant for games that name none', async () => {
    const { id, name, category } = GAME;
    await connect({}, [{ id, name, category }]);
    const least = async () =>
      (await platform.db.selectFrom('game').select('min_bet').where('id', '=', id).executeTakeFirstOrThrow()).min_bet;
    expect(await least()).toBe('100');
    await connect({}, [GAME]);
    expect(await least()).toBe('2000');
  });

  it('names its hosts to the portal', async () => {
    await connect({ pictureHosts: ['https://img.acme.example'] });
    const { info } = (await platform.call(systemStatus)).body.value;
    expect(info).toMatchObject({
      launchGameCDNs: [],
      vendorFrames: ['https://play.acme.example'],
      vendorPictures: ['https://play.acme.example', 'https://img.acme.example'],
    });
  });

  it('is refused from other addresses, with another key and without a key', async () => {
    await connect({ addresses: ['198.51.100.0/24', '2001:db8::/48'] }, []);
    const ask = (address: string, key = KEY) => seamless('status', { transactionId: 'none' }, { address, key });
    expect(await ask('198.51.100.7')).toMatchObject({ status: 'TRANSACTION_NOT_FOUND' });
    expect(await ask('::ffff:198.51.100.7')).toMatchObject({ status: 'TRANSACTION_NOT_FOUND' });
    expect(await ask('2001:db8::5')).toMatchObject({ status: 'TRANSACTION_NOT_FOUND' });
    for (const address of ['198.51.101.7', '127.0.0.1', 'x'])
      expect(await ask(address)).toEqual({ status: 'UNKNOWN_PROVIDER', message: 'address' });
    expect(await seamless('status', { transactionId: 'none' })).toEqual({ status: 'UNKNOWN_PROVIDER', message: 'address' });
    expect(await ask('198.51.100.7', `${KEY}x`)).toEqual({ status: 'BAD_SIGNATURE' });
    await platform.db.updateTable('vendor_provider').set({ sealed_key: null }).execute();
    platform.clock.advance(10_000);
    expect(await ask('198.51.100.7')).toEqual({ status: 'BAD_SIGNATURE' });
    expect((await launch()).body).toMatchObject({ success: false, code: 'launch_failed' });
  });

  it('without a permission makes no bet, no launch and no report, and settles what runs', async () => {
    await connect();
    const session = await openGame();
    const open = betOf(session);
    expect(await seamless('bet', open)).toMatchObject({ status: 'OK' });
    await connect({ permissions: [] }, []);
    expect(await seamless('bet', betOf(session))).toMatchObject({ status: 'GAME_DISABLED' });
    expect((await launch()).body).toMatchObject({ success: false, code: 'game_maintenance' });
    for (const report of ['games', 'events', 'rooms', 'slips'])
      expect(await seamless(report, {})).toEqual({ status: 'BAD_REQUEST', message: 'permission' });
    const { transactionId: betTransactionId, roundId, gameId, player } = open;
    const rollback = { transactionId: `${betTransactionId}-x`, betTransactionId, roundId, gameId, player };
    expect(await seamless('rollback', rollback)).toMatchObject({ status: 'OK', balance: '10000000' });
  });

  it('that an operator closes takes no new bets; open rounds may be completed', async () => {
    await connect();
    const session = await openGame();
    const open = betOf(session);
    expect(await seamless('bet', open)).toMatchObject({ status: 'OK' });
    await closeProvider(platform.db, 'ACME', true, platform.clock.now());
    platform.clock.advance(10_000);
    expect(await seamless('bet', betOf(session))).toMatchObject({ status: 'GAME_DISABLED' });
    const { transactionId, ...rest } = open;
    expect(await seamless('bet', { ...rest, transactionId: `${transactionId}-2` })).toMatchObject({ status: 'OK' });
    const { roundId, gameId, player } = open;
    expect(await seamless('finish', { roundId, gameId, player })).toMatchObject({ status: 'OK' });
    await closeProvider(platform.db, 'ACME', false, platform.clock.now());
    platform.clock.advance(10_000);
  });

  it('opens no game in a currency that it does not have', async () => {
    await connect({ currencies: ['THB'] });
    expect((await launch()).body).toMatchObject({ success: false, code: 'launch_failed' });
  });
});

describe('reported games', () => {
  it('are taken one by one: a malformed one, or one of another provider, costs only itself', async () => {
    await connect({}, []);
    const answer = await seamless('games', {
      games: [
        { ...GAME, name: 'Renamed', maintenance: true, picture: 'https://play.acme.example/wheel.png', extra: 1 },
        { id: 'ACME_BAD', name: 'Bad', category: 'CASINO' },
        'nothing',
        { id: 'NOVA_COMET_DICE', name: 'Taken over', category: 'RNG' },
        { id: 'ACME_ELSE', name: 'Else', category: 'RNG', vendor: 'NOVA' },
        { id: 'ACME_PICTURE', name: 'Picture', category: 'RNG', picture: 'https://elsewhere.example/x.png' },
      ],
    });
    expect(answer.status).toBe('OK');
    expect(answer.message).toBe(
      'left out: ACME_BAD (category), #3 (game), NOVA_COMET_DICE (game of another provider), ACME_ELSE (vendor), ' +
        'ACME_PICTURE (picture on a host that pictureHosts does not name)',
    );
    expect(await gamesOf('ACMEG')).toMatchObject([
      { gameId: GAME.id, gameName: 'Renamed', maintenance: true, showIcon: 'https://play.acme.example/wheel.png' },
      { gameId: 'ACME_PICTURE', showIcon: namedPlaceholder('Picture') },
    ]);
    expect((await launch()).body).toMatchObject({ success: false, code: 'game_maintenance' });
    const games = [GAME, { id: 'ACME_PICTURE', name: 'Picture', category: 'RNG', offered: false }];
    expect(await seamless('games', { games })).toEqual({ status: 'OK' });
    expect(await gamesOf('ACMEG')).toMatchObject([{ gameId: GAME.id, maintenance: false }]);
  });

  it('of another provider’s vendor are rejected with it', async () => {
    const definition = definitionOf({ vendors: [{ code: 'NOVA', name: 'Nova' }] });
    const rejected = await inTransaction(platform.db, (tx) => takeBrands(tx, platform.merchant, { ...definition, code: 'OTHER' }));
    expect(rejected).toEqual({ changed: false, rejected: ['NOVA (vendor of another provider)'] });
  });
});

describe('a feed of games', () => {
  let server: Server;
  let answer: { status: number; body: string };
  let isSigned: boolean;
  beforeEach(async () => {
    server = createServer((request, response) => {
      const [timestamp = '', signature = ''] = [request.headers['x-timestamp'], request.headers['x-signature']].map(String);
      isSigned = verifyRequest(KEY, { method: 'GET', path: request.url ?? '', timestamp, body: '' }, signature);
      response.writeHead(answer.status).end(answer.body);
    });
    await listenLocally(server);
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('is fetched when it is due, signed; its list replaces the former one, and an unreadable answer changes nothing', async () => {
    const url = `${localUrl(server)}/games?all=1`;
    const list = (...ids: string[]) => ({
      status: 200,
      body: JSON.stringify({ games: ids.map((id) => ({ id, name: id, category: 'FISH' })) }),
    });
    const ids = async () => (await gamesOf('ACMEG')).map(({ gameId }) => gameId);
    const fetchDue = async (minutes = 5) => {
      platform.clock.advance(minutes * 60_000);
      await platform.platform.runJob('feeds of games');
      const [stored] = await readProviders(platform.db);
      return stored?.feedResult;
    };
    answer = list('ACME_A', 'ACME_B');
    await connect({ permissions: ['bet'], feed: { url, everyMinutes: 5 } }, []);
    expect(await fetchDue(0)).toBe('2 in this list');
    expect([isSigned, await ids()]).toEqual([true, ['ACME_A', 'ACME_B']]);
    answer = list('ACME_B', 'ACME_C');
    await fetchDue(1);
    expect(await ids()).toEqual(['ACME_A', 'ACME_B']);
    expect(await fetchDue()).toBe('2 in this list');
    expect(await ids()).toEqual(['ACME_B', 'ACME_C']);
    for (const broken of [
      { status: 500, body: '{}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"games":[]}' },
    ]) {
      answer = broken;
      expect(await fetchDue()).toMatch(/^failed: /);
      expect(await ids()).toEqual(['ACME_B', 'ACME_C']);
    }
  });
});

describe('the merchant file', () => {
  it('adds providers, changes them, and leaves removed ones settling', async () => {
    const now = platform.clock.now();
    const one = definitionOf({ code: 'FILED', vendors: [{ code: 'FILED', name: 'Filed' }] });
    const save = (...definitions: ProviderDefinition[]) => saveFileProviders(platform.db, definitions, now);
    const stored = async () => (await readProviders(platform.db)).find(({ definition }) => definition.code === 'FILED');
    expect((await save(one)).changed).toEqual(['FILED']);
    await inTransaction(platform.db, async (tx) => {
      await takeBrands(tx, platform.merchant, one);
      const [game] = [{ ...GAME, id: 'FILED_1' }];
      const { vendorGame } = await import('../../../../../shared/seamless/games.ts');
      await takeGames(tx, platform.merchant, one, { games: [v.parse(vendorGame, game)], complete: true });
    });
    expect(await gamesOf('FILED')).toHaveLength(1);
    expect((await save(one)).changed).toEqual([]);
    expect((await save({ ...one, name: 'Other' })).changed).toEqual(['FILED']);
    expect((await stored())?.definition.name).toBe('Other');
    const { removed } = await save();
    expect(removed.map(({ code }) => code)).toEqual(['FILED']);
    expect(await stored()).toMatchObject({ source: 'removed' });
    expect((await save()).changed).toEqual([]);
    expect((await save(one)).changed).toEqual(['FILED']);
    expect(await stored()).toMatchObject({ source: 'file' });
  });
});
