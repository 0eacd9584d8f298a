import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PortalDeps } from '../server/portal/contracts.ts';
import { mountPages } from '../server/portal/pages/index.ts';
import { startTestPortal, type TestPortal } from '../server/portal/testing/start-portal.ts';
import type { SpecCall } from './kit/spec-platform/calls.ts';
import { type SpecPlatform, type SpecPlatformInput, startSpecPlatform } from './kit/spec-platform/start.ts';

const MANY = { read: 100_000, page: 100_000, 'own-page': 100_000, launch: 100_000, login: 100_000, register: 100_000, money: 100_000 };
const CREDENTIALS = { username: 'player1', password: 'Secret123' };

let platform: SpecPlatform;
let portal: TestPortal;
let agent: ReturnType<typeof supertest.agent>;

async function open(input: SpecPlatformInput = {}, deps: Partial<PortalDeps> = {}): Promise<void> {
  platform = await startSpecPlatform(input);
  const upstreams = { wps: platform.url, lgw: platform.url, lotto: platform.url };
  const defaults = { currency: 'THB', currencySymbol: '฿', timeZone: 'Asia/Bangkok' };
  portal = await startTestPortal({ limits: MANY, isRemote: true, upstreams, defaults, ...deps }, mountPages);
  agent = supertest.agent(portal.url);
}
afterEach(async () => {
  await portal.close();
  await platform.stop();
});

/** Requests of a path that the platform received since the start of the portal's first page. */
const received = (path: string) => platform.received.filter((one) => one.path === path);
const last = (path: string) => received(path).at(-1);
const signIn = () => agent.post('/wps/session/login').send(CREDENTIALS);
const form = (call: string, fields: Record<string, string>) =>
  agent
    .post(`/form/${call}`)
    .type('form')
    .set('Origin', portal.url)
    .send({ back: '/index', ...fields });

describe('a lottery', () => {
  it('passes the kind of play of its address to the launch', async () => {
    await open();
    await signIn();
    const page = await agent.get('/lottery?gameCode=VNMB&playType=3D').expect(200);
    expect(page.text).toContain('/game?gameId=VNMB&amp;play=1&amp;from=%2Flottery%3FgameCode%3DVNMB&amp;playType=3D');
    await agent.get('/game?gameId=1100&playType=3D');
    expect(platform.received.find(({ path }) => path === '/wps/game/launchGame')?.body).toMatchObject({ playType: '3D' });
  });
});

describe('the parameters of the specification', () => {
  beforeEach(async () => {
    await open();
    await signIn();
    platform.received.length = 0;
  });

  it.each<[string, string, Record<string, string>]>([
    ['/wps/agent/affiliate?code=A1', '/wps/agent/affiliate', { code: 'A1', domain: '127.0.0.1' }],
    ['/lgw/games/game_menus', '/lgw/games/game_menus', { merchantCode: 'test' }],
    ['/wps/relay/GCSGAME_gameVendor', '/wps/relay/GCSGAME_gameVendor', { merchantCode: 'test' }],
    [
      '/rng?page=PP&minLineNum=5',
      '/wps/relay/GCSGAME_gameList',
      {
        clientType: '3',
        platform: 'flash,html5-desktop',
        channel: 'test',
        merchant: 'test',
        pageNo: '1',
        pageSize: '24',
        vassalage: 'PP',
        gameType: 'RNG',
        language: 'EN',
      },
    ],
    [
      '/wps/relay/GCSGAME_hotGamesV2?vassalage=PP',
      '/wps/relay/GCSGAME_hotGamesV2',
      { merchantCode: 'test', isPlatform: '2', vassalage: 'PP', platform: 'flash,html5-desktop', language: 'EN' },
    ],
    [
      '/wps/relay/MCSFE_getListAnnouncements',
      '/wps/relay/MCSFE_getListAnnouncements',
      { types: 'B,PL,PU,PR,H', platform: 'W', execution: 'B', language: 'EN' },
    ],
    ['/lgw/games/popular', '/lgw/games/popular', { count: '20', prizeMode: 'SEA', device: 'WEB', language: 'EN' }],
    [
      '/lgw/vn/numeros/opened/game?prizeMode=Lott',
      '/lgw/vn/numeros/opened/game',
      { count: '100', prizeMode: 'Lott', device: 'WEB', language: 'EN' },
    ],
    ['/lotto/lgw/games/opened/numero', '/lotto/lgw/games/opened/numero', { count: '100', prizeMode: 'SEA', device: 'WEB', language: 'EN' }],
  ])('%s sends those of %s', async (address, path, query) => {
    await agent.get(`${address}${address.includes('?') ? '&' : '?'}lang=EN`);
    await expect.poll(() => last(path)?.query).toMatchObject(query);
  });
});

it('the host of the site is sent with the status, as its address', async () => {
  await open({}, { publicUrl: 'https://play.example.org' });
  expect(last('/wps/system/status')?.query).toMatchObject({ url: 'play.example.org' });
});

describe('the fields of the specification', () => {
  beforeEach(() => open());

  it('are in a sign-in, in plain JSON, because the platform publishes no keys', async () => {
    await signIn();
    expect(last('/wps/session/login')?.body).toMatchObject({ ...CREDENTIALS, type: 'username' });
    expect((await form('session.login', CREDENTIALS)).status).toBe(303);
    expect(last('/wps/session/login')?.body).toMatchObject({ ...CREDENTIALS, type: 'username' });
  });

  it('are in a registration', async () => {
    const fields = { username: 'newplayer', password: 'Secret123', email: 'a@example.org', agreed: 'on' };
    const { status } = await form('member.register', fields);
    expect(status).toBe(303);
    expect(last('/wps/member/register')).toMatchObject({
      method: 'PUT',
      body: {
        username: 'newplayer',
        password: 'Secret123',
        email: 'a@example.org',
        registerMethod: 'WEB',
        login: true,
        domain: new URL(portal.url).host,
        registerUrl: `${portal.url}/register`,
      },
    });
    // The new member is signed in.
    expect((await agent.get('/wps/member/info')).body.value.account).toBe('newplayer');
  });

  it('are in a launch, of the page and of a script', async () => {
    await signIn();
    const launch = {
      gameId: '1100',
      accountType: 1,
      confirmTrans: 0,
      launchMode: 'GLS',
      platform: 'html5-desktop',
      clientType: 3,
      username: 'player1',
      token: expect.stringMatching(/^[\w-]{36}$/),
      merchantCode: 'test',
      language: 'EN',
    };
    await agent.get('/rng?page=PP&lang=EN');
    await agent.get('/game?gameId=1100&lang=EN');
    expect(last('/wps/game/launchGame')?.body).toMatchObject({ ...launch, nodeId: '7100', vassalage: 'PP' });
    await agent.post('/wps/game/launchGame').set('Language', 'EN').send({ gameId: '1100' });
    expect(received('/wps/game/launchGame')).toHaveLength(2);
    expect(last('/wps/game/launchGame')?.body).toMatchObject(launch);
  });

  it('are form-encoded for a forgotten password', async () => {
    await form('member.passwordEmail', { username: 'player1', email: 'a@example.org' });
    expect(last('/wps/member/password/email')).toMatchObject({
      type: 'application/x-www-form-urlencoded',
      body: { username: 'player1', email: 'a@example.org' },
    });
  });
});

describe('what only the platform of this product has', () => {
  it('is replaced: wallets from balance, merchant wallet and funds; no challenge', async () => {
    await open();
    await signIn();
    const { text } = await agent.get('/member/transferFund');
    expect(text).toContain('฿1,234.50');
    for (const path of ['/wps/v2/wallets/balance', '/wps/relay/GCS_merchantWallet', '/wps/member/info/funds/consolidated'])
      expect(received(path).length, path).toBeGreaterThan(0);
    const { status, body } = await agent.get('/wps/verification/challenge');
    expect([status, body.code]).toEqual([200, 'not_offered']);
  });

  it('is made with the token where the platform answers lists to members only, also for scripts', async () => {
    await open();
    expect((await agent.get('/wps/relay/GCSGAME_gameList?vassalage=PP')).status).toBe(401);
    await signIn();
    expect((await agent.get('/wps/relay/GCSGAME_gameList?vassalage=PP')).body.value.games).toHaveLength(24);
  });

  it('is left out where nothing replaces it: the page reports it, and readiness names the calls', async () => {
    await open();
    await signIn();
    expect((await agent.get('/member/depositv2')).text).toContain('This site does not offer this.');
    const { degraded } = await portal.portal.readiness();
    expect(degraded.join()).toMatch(/does not offer: .*session\.keys/);
  });
});

describe('a refusal in the words of the platform', () => {
  it('reaches a player as the text of its meaning', async () => {
    await open();
    const { body } = await agent.put('/wps/member/register').set('Language', 'EN').send({ username: 'player1', password: 'Secret123' });
    expect(body).toEqual({
      success: false,
      value: null,
      code: 'username_taken',
      message: 'This user name is taken. Choose another one.',
      captcha: false,
    });
    const { status, text } = await form('member.register', { username: 'player1', password: 'Secret123', agreed: 'on', back: '/register' });
    expect([status, text.includes('E-1042'), text.includes('This user name is taken')]).toEqual([422, false, true]);
  });
});

describe('an answer without a usable field', () => {
  it('of an action counts as done, of a read as none', async () => {
    const more = [
      { method: 'POST', path: '/wps/relay/GCS_walletTransfer', token: true, essential: false, answer: () => ({ message: 'ok' }) },
      { method: 'POST', path: '/wps/relay/MCSFE_setFavoriteGame', token: true, essential: false, answer: () => 'OK' },
      { method: 'POST', path: '/wps/member/password', token: true, essential: false, answer: () => ({ result: 1 }) },
      { method: 'GET', path: '/wps/relay/GCS_recentGame', token: true, essential: false, answer: () => ({ message: 'ok' }) },
    ];
    await open({ more });
    await signIn();
    const transfer = { vassalage: 'PP', direction: 'in', amount: '5.00', reference: 'r-1' };
    expect((await agent.post('/wps/relay/GCS_walletTransfer').send(transfer)).body).toMatchObject({ success: false, code: 'done_unread' });
    expect((await agent.post('/wps/relay/MCSFE_setFavoriteGame').send({ gameId: '1100', favourite: true })).body).toMatchObject({
      success: true,
      value: { gameId: '1100', favourite: true },
    });
    expect(
      (await agent.post('/wps/member/password').send({ oldPassword: 'a', newPassword: 'b', confirmNewPassword: 'b' })).body.success,
    ).toBe(true);
    expect((await agent.get('/wps/relay/GCS_recentGame')).status).toBe(502);
  });
});

/** The same platform with names of its own for three calls, and one call that the product does not know. */
const RENAMED: readonly SpecCall[] = [
  {
    method: 'POST',
    path: '/api/v3/wallet/query',
    token: true,
    essential: false,
    answer: ({ body }) => ({ data: { total_amount: body.ccy === 'THB' && body.version === 3 ? '77.7' : '0' } }),
  },
  {
    method: 'GET',
    path: '/api/v3/games',
    token: true,
    essential: false,
    answer: ({ query }) => ({
      rows: [{ id: '9', vendor: { code: query.get('provider') }, name: `Game of page ${query.get('page')}`, gameType: 'RNG' }],
      pages: '4',
    }),
  },
  { method: 'GET', path: '/wps/relay/CUSTOM_lottery', token: true, essential: false, answer: () => ({ luckyNumber: 7 }) },
];
const PLATFORM = {
  calls: {
    'wallet.balance': {
      method: 'POST',
      path: '/api/v3/wallet/query',
      add: { ccy: 'THB', version: 3 },
      response: { sumBalance: 'data.total_amount' },
    },
    'games.list': {
      path: '/api/v3/games',
      request: { pageNo: 'page', vassalage: 'provider', channel: null },
      response: { games: 'rows', 'games.gameId': 'id', 'games.gameName': 'name', 'games.vassalage': 'vendor.code', totalPages: 'pages' },
    },
  },
  refusals: { 'User exists': 'contact_taken' },
} as const;

describe('a platform with names of its own', () => {
  const has = ({ path }: SpecCall) => !['/wps/v2/wallets/balance', '/wps/relay/GCSGAME_gameList'].includes(path);

  it('is read by the names of the merchant file', async () => {
    await open({ has, more: RENAMED }, { platform: PLATFORM });
    await signIn();
    expect((await agent.get('/wps/v2/wallets/balance')).body.value.sumBalance).toBe('77.7');
    expect((await agent.get('/rng?page=PP')).text).toContain('Game of page 1');
    expect(last('/api/v3/games')?.query).toMatchObject({ provider: 'PP', page: '1', gameType: 'RNG' });
    expect(last('/api/v3/games')?.query).not.toHaveProperty('channel');
    const refused = await agent.put('/wps/member/register').send({ username: 'player1', password: 'Secret123' });
    expect(refused.body.code).toBe('contact_taken');
  });

  it('gets its unknown calls only with UNKNOWN_CALLS=pass', async () => {
    await open({ more: RENAMED }, { unknownCalls: 'pass' });
    await signIn();
    expect((await agent.get('/wps/relay/CUSTOM_lottery')).body).toMatchObject({ success: true, value: { luckyNumber: 7 } });
    await portal.close();
    await platform.stop();
    await open({ more: RENAMED });
    await signIn();
    expect((await agent.get('/wps/relay/CUSTOM_lottery')).status).toBe(404);
  });
});
