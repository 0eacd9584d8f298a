import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import type { PortalDeps } from '../contracts.ts';
import { testBranding } from '../testing/branding.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, STATUS, succeed, WHITELABEL } from '../testing/tiny-upstream.ts';
import { normaliseAddress } from './client-address.ts';
import { NO_REGION_RULES } from './region-rules.ts';

const FORWARDED = [
  'X-Forwarded-For',
  'X-Real-IP',
  'Forwarded',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Client-Address',
  'Via',
];
/** Far in the future: `Retry-After` is capped at one day. */
const END = '2096-12-01T10:00:00.000Z';
let under: TestPortal;
const start = async (overrides: Partial<PortalDeps> = {}) => {
  under = await startTestPortal(overrides);
};
afterEach(() => under.close());
const signIn = async () => {
  under.upstream.on('session.login', succeed(loginAnswer('token-of-ann')));
  const answer = await supertest(under.url).post('/wps/session/login').set('X-Forwarded-For', '5.9.0.1').send({ payload: 'x' }).expect(200);
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
};
const addressFor = async (headers: Record<string, string>) => {
  const { body } = await supertest(under.url).get('/index').set(headers);
  return body.visitor.address as string;
};

describe('client address', () => {
  it.each(FORWARDED)('is never taken from %s of an unlisted peer', async (name) => {
    await start();
    const value = name === 'Forwarded' ? 'for=203.0.113.7' : '203.0.113.7';
    expect(await addressFor({ [name]: value })).toBe('127.0.0.1');
  });

  it('is the nearest unlisted hop behind a listed proxy', async () => {
    await start({ trustProxy: ['loopback', '198.51.100.0/24'] });
    expect(await addressFor({})).toBe('127.0.0.1');
    expect(await addressFor({ 'X-Forwarded-For': '203.0.113.7' })).toBe('203.0.113.7');
    expect(await addressFor({ 'X-Forwarded-For': '192.0.2.66, 203.0.113.7, 198.51.100.9' })).toBe('203.0.113.7');
  });

  it('counts a visitor once, with any headers', async () => {
    await start({ limits: { login: 3 } });
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++) {
      const { status } = await supertest(under.url)
        .post('/wps/session/login')
        .set('X-Forwarded-For', `203.0.113.${round}`)
        .send({ payload: 'x' });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is %s', async (given, expected) => {
    await start();
    expect(normaliseAddress(given)).toBe(expected);
  });
});

describe('site status', () => {
  it('refuses pages and calls during maintenance, with the reason', async () => {
    await start();
    under.upstream.on('system.status', succeed({ ...STATUS, maintenance: true, regionRestriction: true, maintenanceEnd: END }));
    const page = await supertest(under.url).get('/index');
    expect([page.status, page.text, page.headers['retry-after']]).toEqual([503, 'maintenance', String(24 * 60 * 60)]);
    const call = await supertest(under.url).get('/lgw/games/game_menus');
    expect([call.status, call.body.code]).toEqual([503, 'maintenance']);
    const { body } = await supertest(under.url).get('/wps/system/status').expect(200);
    expect(body.value.maintenanceEnd).toBe(END);
    await supertest(under.url).post('/preferences').type('form').send('lang=CN&back=/index').expect(303);
  });

  it('answers 451 where the region is restricted', async () => {
    await start();
    under.upstream.on('system.status', succeed({ ...STATUS, regionRestriction: true }));
    const page = await supertest(under.url).get('/index');
    expect([page.status, page.text]).toEqual([451, 'restricted']);
    const call = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' });
    expect([call.status, call.body.code]).toEqual([451, 'region_restricted']);
    expect(under.upstream.of('session.login')).toEqual([]);
  });

  it('calls the platform once for many visitors', async () => {
    await start();
    await Promise.all(Array.from({ length: 10 }, () => supertest(under.url).get('/index').expect(200)));
    expect(under.upstream.of('system.status')).toHaveLength(1);
  });

  it('stays open when the platform does not answer', async () => {
    await start();
    await under.upstream.stop();
    await supertest(under.url).get('/index').expect(200);
  });

  it('stays open when the platform sends an unexpected answer', async () => {
    await start();
    under.upstream.on('system.status', succeed({ odd: true }));
    await supertest(under.url).get('/index').expect(200);
  });

  it('refuses listed addresses and ranges', async () => {
    const deniedAddresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    await start({ region: { ...NO_REGION_RULES, deniedAddresses }, trustProxy: ['loopback'] });
    const statusFor = async (address: string) => (await supertest(under.url).get('/index').set('X-Forwarded-For', address)).status;
    expect(await statusFor('203.0.113.200')).toBe(451);
    expect(await statusFor('::ffff:203.0.113.200')).toBe(451);
    expect(await statusFor('2001:db8:1::5')).toBe(451);
    expect(await statusFor('198.51.100.7')).toBe(451);
    expect(await statusFor('198.51.100.8')).toBe(200);
  });
});

describe('region', () => {
  const from = (address: string, path = '/index') => supertest(under.url).get(path).set('X-Forwarded-For', address);

  it('is checked with every page, sign-in, money and launch call, with any session', async () => {
    await start({ region: { ...NO_REGION_RULES, deniedCountries: ['TH'] }, trustProxy: ['loopback'] });
    const cookie = await signIn();
    const [thailand, germany] = ['1.0.128.1', '5.9.0.1'];
    for (const path of ['/index', '/member/depositv2', '/wps/v2/wallets/balance', '/wps/relay/x']) {
      expect((await from(thailand, path).set('Cookie', cookie)).status, path).toBe(451);
      expect((await from(germany, path).set('Cookie', cookie)).status, path).not.toBe(451);
    }
    for (const path of ['/wps/session/login', '/wps/game/launchGame', '/form/session.login']) {
      const answer = await supertest(under.url).post(path).set('X-Forwarded-For', thailand).set('Cookie', cookie).send({ payload: 'x' });
      expect(answer.status, path).toBe(451);
    }
    expect(under.upstream.of('session.login')).toHaveLength(1);
  });

  it('closes running games as well, and lets their frame read the reason', async () => {
    await start();
    const { url } = under.upstream;
    const games = { upstreams: { wps: url, lgw: url, lotto: url }, studioUrl: url };
    const closed = await startTestPortal({ ...games, region: { ...NO_REGION_RULES, deniedAddresses: ['127.0.0.1'] } });
    const play = await supertest(closed.url).post('/studio/api/play').set('Origin', 'null').send({});
    expect([play.status, play.body.code, play.headers['access-control-allow-origin']]).toEqual([451, 'region_restricted', '*']);
    await closed.close();
    under.upstream.on('system.status', succeed({ ...STATUS, maintenance: true }));
    const resting = await startTestPortal(games);
    const stake = await supertest(resting.url).post('/studio/api/play').set('Origin', 'null').send({});
    expect([stake.status, stake.body.code, stake.headers['access-control-allow-origin']]).toEqual([503, 'maintenance', '*']);
    await resting.close();
  });

  it('of an operator’s address is always allowed, and of no other', async () => {
    await start();
    under.upstream.on('system.status', succeed({ ...STATUS, regionRestriction: true }));
    const { url } = under.upstream;
    const own = { ...NO_REGION_RULES, allowedAddresses: ['203.0.113.7'] };
    const portal = await startTestPortal({ upstreams: { wps: url, lgw: url, lotto: url }, region: own, trustProxy: ['loopback'] });
    const statusFor = async (address: string) => (await supertest(portal.url).get('/index').set('X-Forwarded-For', address)).status;
    expect([await statusFor('203.0.113.7'), await statusFor('203.0.113.8')]).toEqual([200, 451]);
    await supertest(portal.url).get('/wps/system/status').set('X-Forwarded-For', '203.0.113.7').expect(200);
    expect(under.upstream.of('system.status').at(-1)?.headers['x-region-restricted']).toBe('0');
    await portal.close();
  });

  it('cannot be changed by headers of the visitor', async () => {
    await start({ region: { ...NO_REGION_RULES, deniedAddresses: ['127.0.0.1'] } });
    for (const name of [...FORWARDED, 'X-Client-Country', 'X-Region-Restricted'])
      expect((await supertest(under.url).get('/index').set(name, '203.0.113.7')).status, name).toBe(451);
  });

  it('leaves customer service and the status open, and informs the platform', async () => {
    await start({ region: { ...NO_REGION_RULES, deniedAddresses: ['127.0.0.1'] } });
    await supertest(under.url).get('/wps/system/status').expect(200);
    expect(under.upstream.of('system.status').at(-1)?.headers['x-region-restricted']).toBe('1');
    expect((await supertest(under.url).get('/customerService')).status).not.toBe(451);
    expect((await supertest(under.url).put('/wps/feedback').send({ content: 'Hello' })).status).not.toBe(451);
  });
});

describe('what ends something stays open', () => {
  const ENDINGS = ['/wps/relay/MCSFE_takeBreak', '/wps/relay/MCSFE_selfExclude', '/form/protection.timeOut', '/form/protection.exclude'];
  const expectOpen = async (portal: TestPortal, cookie: string, headers: Record<string, string>, closed: number) => {
    const send = (path: string) => supertest(portal.url).post(path).set(headers).set('Cookie', cookie).send({});
    for (const path of ENDINGS) expect((await send(path)).status, path).not.toBe(closed);
    expect((await send('/wps/relay/MCSFE_setLimit')).status).toBe(closed);
    const screen = await supertest(portal.url).get('/index').set(headers).set('Cookie', cookie);
    expect(screen.status).toBe(closed);
    under.upstream.on('session.logout', succeed({}));
    const form = await send('/form/session.logout');
    expect([form.status, String(form.headers['set-cookie'])]).toEqual([303, expect.stringContaining('Max-Age=0')]);
    const logout = await supertest(portal.url).delete('/wps/session/logout').set(headers).set('Cookie', cookie);
    expect(logout.status).not.toBe(closed);
  };

  it('in a denied country', async () => {
    await start({ region: { ...NO_REGION_RULES, deniedCountries: ['TH'] }, trustProxy: ['loopback'] });
    await expectOpen(under, await signIn(), { 'X-Forwarded-For': '1.0.128.1' }, 451);
  });

  it('during maintenance', async () => {
    await start();
    const cookie = await signIn();
    under.upstream.on('system.status', succeed({ ...STATUS, maintenance: true }));
    const { url } = under.upstream;
    const closed = await startTestPortal({ upstreams: { wps: url, lgw: url, lotto: url } });
    await expectOpen(closed, cookie, {}, 503);
    await closed.close();
  });
});

describe('a site for members only', () => {
  it('shows visitors the entry pages and nothing else', async () => {
    await start();
    under.upstream.on('system.whitelabel', succeed({ ...WHITELABEL, features: { loginOnlyHome: true } }));
    const { url } = under.upstream;
    const members = await startTestPortal({ upstreams: { wps: url, lgw: url, lotto: url } });
    const goes = async (path: string) => {
      const { status, headers } = await supertest(members.url).get(path);
      return status === 303 ? headers.location : status;
    };
    expect(await goes('/index')).toBe('/login');
    expect(await goes('/rng?page=NOVA')).toBe('/login?next=%2Frng%3Fpage%3DNOVA');
    expect(await goes('/no-such-page')).toBe('/login?next=%2Fno-such-page');
    for (const path of [
      '/login',
      '/register',
      '/register.html',
      '/helpmc',
      '/download',
      '/login/',
      '/sw.js',
      '/offline',
      '/app/icon-192.png',
    ])
      expect(await goes(path), path).not.toBeTypeOf('string');
    const cookie = await signIn();
    await supertest(members.url).get('/index').set('Cookie', cookie).expect(200);
    await members.close();
  });
});

describe('visitor', () => {
  const languageFor = async (path: string, headers: Record<string, string> = {}) =>
    (await supertest(under.url).get(path).set(headers)).body.visitor.language.code as string;

  it('gets a language from the query, then the cookie, then the browser, then the merchant', async () => {
    await start();
    expect(await languageFor('/index')).toBe('EN');
    expect(await languageFor('/index', { 'Accept-Language': 'fr-FR,th;q=0.8,en;q=0.5' })).toBe('TH');
    expect(await languageFor('/index', { 'Accept-Language': 'zh-CN,zh;q=0.9' })).toBe('CN');
    expect(await languageFor('/index', { 'Accept-Language': 'ja-JP' })).toBe('JA');
    expect(await languageFor('/index', { 'Accept-Language': 'xx' })).toBe('EN');
    expect(await languageFor('/index', { 'Accept-Language': 'ja', Cookie: 'lang=VI' })).toBe('VI');
    expect(await languageFor('/index?lang=CN', { 'Accept-Language': 'ja', Cookie: 'lang=VI' })).toBe('CN');
    expect(await languageFor('/index?lang=%3Cscript%3E', { Cookie: 'lang=VI' })).toBe('VI');
    expect(await languageFor('/index', { Cookie: 'lang=__proto__' })).toBe('EN');
  });

  it('gets no language that the merchant does not offer', async () => {
    await start({ branding: testBranding({ languages: ['TH', 'EN'], language: 'TH' }), isRemote: true });
    expect(await languageFor('/index')).toBe('TH');
    // Chosen while it was offered.
    expect(await languageFor('/index', { Cookie: 'test_lang=JA' })).toBe('TH');
    expect(await languageFor('/index', { Cookie: 'test_lang=JA', 'Accept-Language': 'ja,en;q=0.5' })).toBe('EN');
    expect(await languageFor('/index?lang=VI')).toBe('TH');
    const answer = await supertest(under.url)
      .post('/preferences')
      .set('Origin', under.url)
      .type('form')
      .send({ lang: 'JA', theme: 'light' });
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^test_theme=light;/)]);
  });

  it('has a theme from the cookie, else the merchant’s', async () => {
    await start();
    const themeFor = async (cookie: string) =>
      (await supertest(under.url).get('/index').set('Cookie', cookie)).body.visitor.theme as string;
    expect([await themeFor('theme=light'), await themeFor('theme=pink'), await themeFor('a=b')]).toEqual(['light', 'dark', 'dark']);
  });
});
