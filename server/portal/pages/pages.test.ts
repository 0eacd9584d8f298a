import express from 'express';
import pino from 'pino';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../shared/i18n/languages.ts';
import { MEMBER_ENTRIES } from '../../../views/components/member-entries.ts';
import type { FormState } from '../contracts.ts';
import { AGENT_DEFINITIONS } from './agent/definitions.ts';
import { mountPages } from './index.ts';
import { MEMBER_DEFINITIONS } from './member/definitions.ts';
import type { PagesDeps } from './mount.ts';
import { REFERRAL, testUpstream } from './test-upstream.ts';

const log = pino({ level: 'silent' });

/** The pages behind a stage that reads the visitor from plain headers. */
async function setup(max = Number.POSITIVE_INFINITY) {
  const upstream = testUpstream();
  let built = 0;
  const countBuild: PagesDeps['countBuild'] = (_request, response, next) => {
    built += 1;
    if (built <= max) return next();
    response.statusCode = 429;
    response.end();
  };
  const pages = await mountPages({
    upstream,
    merchant: 'lagoon',
    publicUrl: undefined,
    clientDir: '/nonexistent',
    log,
    countBuild,
    countLaunch: countBuild,
    countPersonal: countBuild,
  });
  const app = express();
  app.use((incoming, response, next) => {
    const account = incoming.get('x-account');
    const form = incoming.get('x-form');
    const session = account
      ? { token: `token of ${account}`, memberId: 'm', account, type: Number(incoming.get('x-type') ?? 0), currency: 'USD', expiresAt: 1 }
      : null;
    const visitor = {
      requestId: 'r',
      address: '192.0.2.1',
      country: undefined,
      language: languageOf(incoming.get('x-language') ?? 'EN'),
      theme: incoming.get('x-theme') === 'light' ? ('light' as const) : ('dark' as const),
      session,
      userAgent: '',
      cookies: {},
      siteOrigin: 'http://localhost',
    };
    Object.assign(response.locals, { visitor, log, nonce: '', form: form ? (JSON.parse(form) as FormState) : undefined });
    if (form) response.status(422);
    next();
  });
  app.use((incoming, response, next) => void pages.ready(incoming, response, next));
  app.use(pages.handle, (incoming, response) => pages.notFound(incoming, response));
  return { app, upstream };
}

it.each([
  ['a page rendered for a visitor', '/routes', {}, [200, 429]],
  ['a sign-in with an uncacheable address', '/login?next=/member/depositv2&sent=1', {}, [200, 429]],
  ['a launch by a page', '/game?gameId=NOVA_ONE', { 'x-account': 'ann' }, [200, 429]],
  ['a page of a member', '/favourites', { 'x-account': 'ann' }, [200, 429]],
  ['no posted form', '/routes', { 'x-form': '{"call":"x","message":"","errors":{},"values":{},"code":""}' }, [422, 422]],
])('counts %s', async (_name, path, headers, statuses) => {
  const { app } = await setup(1);
  const requestStatus = async () => (await request(app).get(path).set(headers)).status;
  expect([await requestStatus(), await requestStatus()]).toEqual(statuses);
});

it('counts pages that must be rendered, and no cached ones', async () => {
  const { app } = await setup(3);
  const statuses: number[] = [];
  for (const path of [
    '/index',
    '/index',
    '/index',
    '/rng?page=NOVA',
    '/rng?page=NOVA',
    '/rng?gameName=a',
    '/rng?gameName=a',
    '/live',
    '/index',
  ])
    statuses.push((await request(app).get(path)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429, 200]);
});

describe('footer', () => {
  it('leads to every information page', async () => {
    const { app } = await setup();
    const home = await request(app).get('/index').expect(200);
    for (const name of ['about', 'contact', 'terms', 'safer-play', 'privacy', 'affiliates', 'refunds']) {
      expect(home.text).toContain(`href="/help/${name}"`);
      await request(app).get(`/help/${name}`).expect(200);
    }
  });
});

describe('route table', () => {
  it.each([
    ['/', 302],
    ['/index', 200],
    ['/rng', 200],
    ['/rng?page=NOVA&sort=name&pageNo=1', 200],
    ['/live', 200],
    ['/fish', 200],
    ['/pvp', 200],
    ['/elott', 200],
    ['/favourites', 200],
    ['/recent', 200],
    ['/lottery?gameCode=NOTHING&playType=x', 200],
    ['/seaLottery', 200],
    ['/vnlottery', 200],
    ['/promotions', 200],
    ['/noticePage', 200],
    ['/help/terms', 200],
    ['/game?gameId=NOVA_ONE', 200],
    ['/seamless?vassalage=NOVA', 200],
    ['/routes', 200],
    ['/member', 302],
    ['/member/PlayerRank', 302],
    ['/member/securityCenter', 200],
    ['/member/depositv2', 200],
    ['/member/personalHistoryCopy', 200],
    ['/member/transactionHistory', 200],
    ['/member/transactionHistory?view=statement', 200],
    ['/member/personalProfit', 200],
    ['/member/secondFactor', 200],
    ['/member/sessions', 200],
    ['/member/contact?channel=email', 200],
    ['/agent', 302],
    ['/member/nothing', 404],
    ['/agent/nothing', 404],
    ['/nothing', 404],
    ['/INDEX', 404],
    ['/__proto__', 404],
  ])('%s answers %i, with and without a session', async (path, status) => {
    const { app } = await setup();
    for (const headers of [{}, { 'x-account': 'marina' }]) {
      const answer = await request(app).get(path).set(headers);
      expect(answer.status).toBe(status);
      if (status === 302) continue;
      const zone = status === 404 ? '' : ' data-time-zone="Asia/Bangkok"';
      const start = `<!DOCTYPE html><html lang="en" dir="ltr" data-theme="dark"${zone}>`;
      expect(answer.text.slice(0, start.length)).toBe(start);
      expect(answer.text.match(/<h1/g)).toHaveLength(1);
    }
  });

  it.each([
    ['/member/transactionHistory', 'wallet', 'Wallet'],
    ['/member/transactionHistory?account=hold', 'hold', 'On hold'],
    ['/member/personalHistoryCopy?vassalage=GONE', 'GONE', 'GONE'],
    ['/member/personalHistoryCopy?status=won', 'won', 'Won'],
  ])('%s: the filter shows the value that was applied', async (path, value, label) => {
    const { app, upstream } = await setup();
    const movements = upstream.answers.get('records.movements');
    upstream.answers.set('records.movements', (visitor) => ({ ...(movements?.(visitor) as object), accounts: ['hold', 'wallet'] }));
    const { text } = await request(app).get(path).set({ 'x-account': 'marina' });
    expect(text).toContain(`<option value="${value}" selected="">${label}</option>`);
  });

  it.each(['/register', '/register.html', '/login'])('%s has its dialog for visitors and redirects members', async (path) => {
    const { app } = await setup();
    const { status, text } = await request(app).get(path);
    expect([status, text.match(/<h1/g)?.length]).toEqual([200, 1]);
    const member = await request(app).get(`${path}?next=/rng`).set('x-account', 'marina');
    expect([member.status, member.headers.location, member.headers['cache-control']]).toEqual([303, '/rng', 'no-store']);
  });

  it('redirects visitors of / to the home page', async () => {
    const { app } = await setup();
    expect((await request(app).get('/')).headers.location).toBe('/index');
  });

  it('answers HEAD without a body and ignores other methods', async () => {
    const { app } = await setup();
    for (const headers of [{}, { 'x-account': 'marina' }]) {
      const head = await request(app).head('/index').set(headers);
      expect([head.status, head.text]).toEqual([200, undefined]);
    }
    expect((await request(app).post('/index')).status).toBe(404);
  });
});

describe('an unknown address', () => {
  const html = { accept: 'text/html,*/*;q=0.8' };

  it('gets the whole site for people, is rendered once for all, and is one line for other clients', async () => {
    const { app, upstream } = await setup(1);
    const page = await request(app).get('/no/such-page').set(html);
    expect(page.status).toBe(404);
    expect(page.text).toContain('This page does not exist');
    expect(page.text).toContain('href="/rng"');
    expect(page.text).not.toContain('such-page');
    const callsBefore = upstream.requests.length;
    expect((await request(app).get('/another').set(html)).status).toBe(404);
    expect(upstream.requests.length).toBe(callsBefore);
    expect((await request(app).get('/picture.png').set('accept', 'image/*')).text).not.toContain('href="/rng"');
  });

  it('works while the platform is down', async () => {
    const { app, upstream } = await setup();
    upstream.outage = true;
    const answer = await request(app).get('/nothing').set(html);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('This page does not exist');
  });
});

describe('member pages while the platform is down', () => {
  const FORM = { call: 'transfer.upline', message: 'Nobody knows.', errors: {}, code: 'upstream_timeout' };
  async function dead() {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel');
    upstream.answers.set('system.whitelabel', (visitor) => ({
      ...(whitelabel?.(visitor) as object),
      features: { transferUpline: true, manualRebate: true, vipLevels: true, points: true, missions: true, referral: true, bonus: true },
    }));
    upstream.outage = 'for members';
    return app;
  }

  it.each(Object.keys(MEMBER_DEFINITIONS))('%s shows the failure and offers a retry', async (page) => {
    const app = await dead();
    const answer = await request(app).get(`/member/${page}`).set('x-account', 'ann');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Try again');
    expect(answer.text).toMatch(/<main[\s\S]*>down</);
    expect(answer.text).not.toContain('Send again');
  });

  it('keep a form that cannot be shown: its message, its values and its reference', async () => {
    const app = await dead();
    const form = JSON.stringify({ ...FORM, values: { amount: '12.50', reference: 'kept-reference-1', note: '"><script>' } });
    const answer = await request(app).get('/member/transferUpline?a=1').set({ 'x-account': 'ann', 'x-form': form });
    expect(answer.text).toContain('Nobody knows.');
    expect(answer.text).toContain('action="/form/transfer.upline"');
    for (const [name, value] of [
      ['back', '/member/transferUpline?a=1'],
      ['amount', '12.50'],
      ['reference', 'kept-reference-1'],
    ])
      expect(answer.text).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    expect(answer.text).not.toContain('"><script>');
    expect(answer.text).toContain('Send again');
  });
});

describe('public pages', () => {
  it('answer 304 to a browser that has the page, and never allow shared caches', async () => {
    const { app } = await setup();
    const first = await request(app).get('/index').set('accept-encoding', 'identity');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers['content-length']).toBe(String(Buffer.byteLength(first.text)));
    const again = await request(app)
      .get('/index')
      .set({ 'Accept-Encoding': 'identity', 'If-None-Match': String(first.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it.each(['identity', 'gzip', 'br'])('are the same page as %s', async (encoding) => {
    const { app } = await setup();
    const plain = await request(app).get('/index').set('accept-encoding', 'identity');
    const answer = await request(app).get('/index').set('accept-encoding', encoding);
    expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    if (encoding !== 'br') expect(answer.text).toBe(plain.text);
  });

  it('vary on language and theme', async () => {
    const { app } = await setup();
    const light = await request(app).get('/index').set({ 'x-theme': 'light', 'x-language': 'VI' });
    expect(light.text).toContain('<html lang="vi" dir="ltr" data-theme="light" data-time-zone="Asia/Bangkok">');
    expect((await request(app).get('/index')).text).toContain('<html lang="en" dir="ltr" data-theme="dark" data-time-zone="Asia/Bangkok">');
  });

  it('escape names and sanitize what operators write', async () => {
    const { app } = await setup();
    expect((await request(app).get('/index')).text).toContain('Harbour &lt;One&gt;');
    const notices = (await request(app).get('/noticePage')).text;
    expect(notices).toContain('<p>Hello</p>');
    expect(notices).not.toContain('onclick');
  });

  it('come from the cache while the platform is down, and give an error without a cached page', async () => {
    const { app, upstream } = await setup();
    await request(app).get('/index');
    upstream.outage = true;
    expect((await request(app).get('/index')).status).toBe(200);
    const other = await request(app).get('/rng');
    expect(other.status).toBe(503);
    expect(other.text).toContain('Try again');
  });

  it.each(['/rng', '/rng?page=NOVA', '/pvp', '/lottery'])(
    '%s without a cached page shows the failure inside the site, and recovers with the platform',
    async (path) => {
      const { app, upstream } = await setup();
      await request(app).get('/index');
      upstream.outage = 'but for the site';
      for (const headers of [{}, { 'x-account': 'marina' }]) {
        const { status, text, headers: sent } = await request(app).get(path).set(headers);
        expect([status, sent['cache-control']]).toEqual([503, 'private, no-store']);
        expect(text).toMatch(/<main[\s\S]*Try again/);
        expect(text).toContain('href="/promotions"');
        expect(text).toContain('<meta name="robots" content="noindex"/>');
      }
      upstream.outage = false;
      expect((await request(app).get(path)).status).toBe(200);
    },
  );

  it('show a standalone error while no data of the site is cached', async () => {
    const { app, upstream } = await setup();
    upstream.outage = true;
    const { status, text } = await request(app).get('/rng');
    expect(status).toBe(503);
    expect(text).toContain('Try again');
    expect(text).not.toContain('href="/promotions"');
  });

  it('pass vendor, kind and order of the address to the platform, and ignore unknown values', async () => {
    const { app, upstream } = await setup();
    await request(app).get('/rng?page=NOVA&sort=name&pageNo=2');
    await request(app).get('/rng?page=%27%3B--&sort=evil&pageNo=-1&category=LIVE&minBet=7x&minLineNum=x');
    await request(app).get('/rng?page=ZEAL&page=NOVA,NOVA&gameType=VIDEO_SLOT&gameName=%20koi%20&minBet=0.5&minLineNum=20&sort=rebate');
    await request(app).get('/rng?category=ALL&gameName=koi&pageNo=5');
    const requested = upstream.requests
      .filter(({ call }) => call === 'games.list')
      .map(({ query }) => query as Readonly<Record<string, unknown>>);
    // Without a page: the number of games that a search covers.
    const lists = requested.filter((query) => 'pageNo' in query);
    expect(requested.filter((query) => !('pageNo' in query)).map(({ pageSize, gameName }) => [pageSize, gameName])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
    expect(lists).toEqual([
      { gameCategory: 'RNG', vassalage: 'NOVA', sort: 'name', pageSize: 48, pageNo: 1 },
      { gameCategory: 'RNG', sort: 'popular', pageSize: 24, pageNo: 1 },
      {
        gameCategory: 'RNG',
        vassalage: 'NOVA,ZEAL',
        gameType: 'VIDEO_SLOT',
        gameName: 'koi',
        minBet: '0.5',
        minLineNum: '20',
        sort: 'rebate',
        pageSize: 24,
        pageNo: 1,
      },
      { gameName: 'koi', sort: 'popular', pageSize: 24, pageNo: 5 },
    ]);
  });
});

const TEAM_SUMS = {
  newMembers: 0,
  active: 0,
  rounds: 0,
  stake: '0.0000',
  validBet: '0.0000',
  payout: '0.0000',
  net: '0.0000',
  deposits: '0.0000',
  withdrawals: '0.0000',
  bonuses: '0.0000',
  wages: '0.0000',
};
const TEAM_OVERVIEW = {
  members: 2,
  agents: 1,
  online: 0,
  balance: '5.0000',
  asOf: '2026-11-20T08:00:00.000Z',
  activeAsOf: null,
  activeValidBet: null,
  top: [],
  currencySymbol: '$',
  timeZone: 'UTC',
  totals: TEAM_SUMS,
  before: TEAM_SUMS,
  days: [{ day: '2026-11-20', ...TEAM_SUMS }],
};

describe('pages of signed-in visitors', () => {
  it('never share a byte, in any order', async () => {
    const { app } = await setup();
    const visits = ['marina', undefined, 'bo', 'marina', undefined, 'bo'];
    const answers = await Promise.all(
      visits.map((account) =>
        request(app)
          .get('/index')
          .set(account ? { 'x-account': account } : {}),
      ),
    );
    for (const [index, account] of visits.entries()) {
      const text = answers[index]?.text ?? '';
      expect(text.includes('Captain marina')).toBe(account === 'marina');
      expect(text.includes('Captain bo')).toBe(account === 'bo');
      expect(text.includes('600.00')).toBe(account === 'marina');
    }
  });

  it('are private, have no entity tag, and have the same content with and without gzip', async () => {
    const { app } = await setup();
    const plain = await request(app).get('/index').set({ 'x-account': 'marina', 'accept-encoding': 'identity' });
    const zipped = await request(app).get('/index').set({ 'x-account': 'marina', 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.text).toBe(plain.text);
    expect(plain.headers['cache-control']).toBe('private, no-store');
    expect(plain.headers.etag).toBeUndefined();
  });

  it('make no offers to a member who takes a break, and all of them to others', async () => {
    const { app, upstream } = await setup();
    const text = { text: 'Canary text', action: 'Go', href: '/rng', imageUrl: '/a.svg', tone: 'sea' };
    const about = { title: 'Canary', content: '<p>Canary</p>', date: '2026-01-01T00:00:00.000Z' };
    upstream.answers.set('content.announcements', () => ({
      player: [],
      banners: ['b1', 'b2'].map((id) => ({ id, groupName: 'home', title: `Canary ${id}`, ...text })),
      popup: [{ id: 'u1', ...about, when: 'instant', href: '', action: '' }],
      promotion: [{ id: 'p1', ...about, ...text, summary: 'Canary', type: 'event', endsAt: null }],
    }));
    const balance = upstream.answers.get('wallet.balance');
    upstream.answers.set('wallet.balance', (visitor) => ({
      ...(balance?.(visitor) as object),
      ...(visitor.session?.account === 'marina' && { resting: { code: 'time_out', until: null, message: 'Resting' } }),
    }));
    for (const path of ['/index', '/promotions', '/promoDetail?id=p1', '/rng', '/member/depositv2']) {
      const seen = async (account?: string) =>
        (
          await request(app)
            .get(path)
            .set(account ? { 'x-account': account } : {})
        ).text;
      const texts = [await seen(), await seen('marina'), await seen('bo'), await seen('marina'), await seen()];
      const offered = path !== '/member/depositv2';
      expect([path, ...texts.map((one) => one.includes('Canary'))]).toEqual([path, offered, false, offered, false, offered]);
    }
  });

  it('request public data without the session', async () => {
    const { app, upstream } = await setup();
    await request(app).get('/index').set('x-account', 'marina');
    const withSession = new Set(upstream.requests.filter(({ account }) => account).map(({ call }) => call));
    expect([...withSession].sort()).toEqual(['content.availablePromotions', 'member.info', 'wallet.balance']);
  });

  it('launch a game once per visit, never for HEAD or signed-out visitors', async () => {
    const { app, upstream } = await setup();
    const answer = await request(app).get('/game?gameId=NOVA_ONE').set('x-account', 'marina');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(upstream.requests.filter(({ call }) => call === 'games.launch')).toHaveLength(1);
    const signedOut = await request(app).get('/game?gameId=NOVA_ONE');
    expect(signedOut.text).toContain('You are not logged in, please login');
    expect(upstream.requests.filter(({ call }) => call === 'games.launch')).toHaveLength(1);
  });

  it('never pay for free play from a real wallet', async () => {
    const { app, upstream } = await setup();
    const answer = await request(app).get('/game?gameId=NOVA_ONE&trial=1').set('x-account', 'marina');
    expect(answer.text).toContain('You are logged in with a real account');
    expect(upstream.requests.some(({ call }) => call === 'games.launch')).toBe(false);
  });

  it.each(['securityCenter', 'depositv2', 'withdraw', 'rewardCenter'])(
    'show a trial account at %s that a real account is needed',
    async (page) => {
      const { app, upstream } = await setup();
      const answer = await request(app).get(`/member/${page}`).set({ 'x-account': 'trial', 'x-type': '4' });
      expect(answer.text).toContain('This needs a real account');
      expect(answer.text).toContain('href="/register"');
      expect(upstream.requests.some(({ call }) => call.startsWith('deposit.') || call.startsWith('member.security'))).toBe(false);
    },
  );

  it.each([
    ['playerRank', 'Not available at the moment'],
    ['manualRebate', 'Not available at the moment'],
    ['referral', 'Not available at the moment'],
  ])('show that %s', async (page, words) => {
    const { app } = await setup();
    expect((await request(app).get(`/member/${page}`).set('x-account', 'marina')).text).toContain(words);
  });

  it('show a bonus with its progress, what an offer costs, and both sums of leaving, without script', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features: { bonus: true } }));
    const terms = {
      source: 'operator',
      amount: '50.0000',
      required: '500.0000',
      wagering: 10,
      maxBet: '5.0000',
      days: 7,
      held: '0.0000',
      weights: [{ category: 'RNG', percent: 100 }],
      reason: 'Thank you',
    };
    const running = {
      ...terms,
      bonusId: '4',
      acceptedAt: '2026-11-26T10:00:00.000Z',
      expiresAt: '2026-12-03T10:00:00.000Z',
      wagered: '300.0000',
      left: '200.0000',
      percent: 60,
      stays: '12.0000',
      givesUp: '40.0000',
      inPlay: '3.0000',
    };
    const overview = {
      currency: 'USD',
      currencySymbol: '$',
      paused: false,
      real: '12.0000',
      bonus: '40.0000',
      held: '0.0000',
      running,
      offers: [],
      deposits: [],
      past: [],
      now: '2026-11-27T10:00:00.000Z',
    };
    const movement = {
      transferId: '9',
      cause: 'win',
      roundId: 'r',
      at: '2026-11-27T09:00:00.000Z',
      bonus: '1.5000',
      held: '0.0000',
      real: '-0.5000',
      bonusAfter: '40.0000',
    };
    upstream.answers.set('bonus.overview', () => overview);
    upstream.answers.set('bonus.movements', () => ({ currency: 'USD', currencySymbol: '$', page: 1, pages: 1, movements: [movement] }));
    const page = async (query: string) => (await request(app).get(`/member/bonusDetails${query}`).set('x-account', 'marina')).text;
    const shown = await page('');
    for (const words of ['$300.00 of $500.00 bet', '60%', 'Leave this bonus', '$40.00', 'Win', 'value="60"'])
      expect(shown).toContain(words);
    expect(shown).not.toContain('action="/form/bonus.leave"');
    const leaving = await page('?leave=1');
    for (const words of ['Stays yours', '$12.00', 'name="givesUp" value="40.0000"', 'action="/form/bonus.leave"', '$3.00 of bonus money'])
      expect(leaving).toContain(words);
    const offers = [{ ...terms, held: '20.0000', offerId: '5', until: '2026-12-03T10:00:00.000Z' }];
    upstream.answers.set('bonus.overview', () => ({ ...overview, running: null, offers }));
    const offered = await page('?done=left');
    const cost =
      'To withdraw it, bet $500.00 (10 times the bonus) within 7 days, at most $5.00 a bet; $20.00 of your own money waits until then, or until you leave.';
    for (const words of [cost, 'action="/form/bonus.accept"', 'name="offerId" value="5"', 'You have left the bonus'])
      expect(offered).toContain(words);
  });

  it('show cashback with what it was computed from, and claim it without script', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features: { manualRebate: true } }));
    const period = {
      periodStart: '2026-11-25T17:00:00.000Z',
      periodEnd: '2026-11-26T17:00:00.000Z',
      validBet: '1000.0000',
      amount: '6.0000',
    };
    const line = {
      vassalage: 'NOVA',
      vendorName: 'Nova',
      category: 'RNG',
      validBet: '1000.0000',
      amount: '6.0000',
      gameBp: 50,
      levelBp: 10,
      rateBp: 60,
      before: null,
    };
    const explained = { level: 2, lines: [line], gross: '6.0000', carriedIn: '0.0000', carriedOut: '0.0000' };
    upstream.answers.set('cashback.overview', () => ({
      currencySymbol: '$',
      offered: true,
      automatic: false,
      paused: false,
      claimDays: 30,
      claimable: { count: 1, amount: '6.0000', until: '2026-12-26T17:00:00.000Z' },
      pending: { ...period, ...explained },
    }));
    const statement = { statementId: '7', ...period, state: 'claimable', claimUntil: '2026-12-26T17:00:00.000Z', paidAt: null };
    upstream.answers.set('cashback.statements', () => ({ currencySymbol: '$', page: 1, pages: 1, total: 1, statements: [statement] }));
    upstream.answers.set('cashback.statement', () => ({ currencySymbol: '$', ...statement, ...explained, transferId: null }));
    const page = async (query: string) => (await request(app).get(`/member/manualRebate${query}`).set('x-account', 'marina')).text;
    const overview = await page('');
    expect(overview).toContain('action="/form/cashback.claim"');
    for (const words of ['Claim all (1)', '0.50% + 0.10%', '$6.0000', 'href="/member/manualRebate?statement=7"'])
      expect(overview).toContain(words);
    for (const words of [
      'The first ends at 2026-12-27',
      'Claim it within 30 days',
      '0.90%',
      'Northlight',
      'data-rewards="cashback">2<',
      'data-rewards="all">3<',
    ])
      expect(overview).toContain(words);
    await page('?state=expired');
    expect(upstream.requests.filter(({ call }) => call === 'cashback.statements').at(-1)?.query).toEqual({ page: 1, state: 'expired' });
    expect(await page('?statement=7')).toContain('name="statementId" value="7"');
  });

  it('show what waits with a claim that needs no script, and the promotions that the badge counts', async () => {
    const { app } = await setup();
    const { text } = await request(app).get('/member/rewardCenter').set('x-account', 'marina');
    expect(text).toContain('1 promotion is open to you');
    expect(text).toMatch(/<main.*<a [^>]*href="\/promotions"/s);
    for (const words of ['action="/form/rewards.claim"', 'name="rewardId" value="cashback:7"', 'Cashback 2026-11-26', 'Claim all (1)'])
      expect(text).toContain(words);
    for (const words of ['Ends in 2 days', '2026-12-27 00:00', 'Expired', '/member/manualRebate?statement=7'])
      expect(text).toContain(words);
  });

  it('show missions with their progress, and a form for each that can be claimed', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features: { missions: true } }));
    const { text } = await request(app).get('/member/missionLeaderboard').set('x-account', 'marina');
    for (const words of ['Play 20 rounds', '12 of 20', '50 points', 'action="/form/rewards.claim"', 'name="rewardId" value="missions:3"'])
      expect(text).toContain(words);
    for (const words of ['Your place: 1', 'Places 1 to 3', 'action="/form/missions.listing"', 'name="listed" value="no"', 'window=last'])
      expect(text).toContain(words);
    expect((await request(app).get('/member/missionLeaderboard?done=1').set('x-account', 'marina')).text).toContain(
      'Claimed. It is in your account',
    );
  });

  it('show the link of an invitation, friends and rewards, and claim without script', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features: { referral: true } }));
    const read = async (query = '') => (await request(app).get(`/member/referral${query}`).set('x-account', 'marina')).text;
    const text = await read();
    for (const words of ['/register?referralCode=PEARL234', 'QR code of your link', 'se•••n', 'Invited 3', 'Deposits of se•••n', 'Not yet'])
      expect(text).toContain(words);
    for (const words of ['action="/form/rewards.claim"', 'name="rewardId" value="referral:7"', 'Being checked', 'An operator decides'])
      expect(text).toContain(words);
    expect(await read('?done=1')).toContain('Claimed. It is in your account');
    upstream.answers.set('referral.overview', () => ({ ...REFERRAL, paused: true, code: null, rules: [] }));
    const paused = await read();
    expect(paused).toContain('Because of your break');
    for (const words of ['referralCode=', 'value="referral:7"']) expect(paused).not.toContain(words);
  });

  it('are in the menu only if they are built and offered', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    const rewards = { manualRebate: true, vipLevels: true, points: true, missions: true, bonus: true, referral: true };
    const features = { ...rewards, transferUpline: true };
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features }));
    const { text } = await request(app).get('/member/securityCenter').set({ 'x-account': 'marina', 'x-type': '1' });
    const menu = /<nav [^>]*aria-label="My account".*?<\/nav>/s.exec(text)?.[0] ?? '';
    expect(menu.match(/aria-current/g)).toHaveLength(1);
    const built = MEMBER_ENTRIES.filter(({ page }) => MEMBER_DEFINITIONS[page]).map(({ page }) => page);
    expect(built.filter((page) => !menu.includes(`href="/member/${page}"`))).toEqual([]);
    const linked = [...new Set([...text.matchAll(/href="\/(member|agent)\/(\w+)"/g)].map(([, centre, page]) => `${centre}/${page}`))];
    const pages = [
      ...Object.keys(MEMBER_DEFINITIONS).map((page) => `member/${page}`),
      ...Object.keys(AGENT_DEFINITIONS).map((page) => `agent/${page}`),
    ];
    expect(linked.filter((path) => !pages.includes(path))).toEqual([]);
  });

  it('name the contracts of an agent in the menus by the contract info, read at most twice a minute', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features: { dividend: true, dailySalary: true } }));
    const reads = () => upstream.requests.filter(({ call }) => call === 'contracts.info').length;
    const linksOf = async (type: string, account: string) => {
      const { text } = await request(app).get('/index').set({ 'x-account': account, 'x-type': type });
      return [...new Set([...text.matchAll(/href="\/agent\/(\w+)"/g)].map(([, page]) => page))];
    };
    const links = await linksOf('1', 'marina');
    expect(links).toContain('agentTeamOverview');
    expect(links.filter((page) => page?.endsWith('Wages') || page === 'agentDividend')).toEqual(['agentDailyWages']);
    await linksOf('1', 'marina');
    expect(reads()).toBe(1);
    expect([await linksOf('0', 'player'), await linksOf('4', 'trial')]).toEqual([[], []]);
    expect(reads()).toBe(1);
  });

  it('name no contracts while the contract info cannot be read', async () => {
    const { app, upstream } = await setup();
    const whitelabel = upstream.answers.get('system.whitelabel')?.({} as never) as object;
    upstream.answers.set('system.whitelabel', () => ({ ...whitelabel, features: { dividend: true, dailySalary: true } }));
    upstream.outage = 'for members';
    const { text } = await request(app).get('/index').set({ 'x-account': 'marina', 'x-type': '1' });
    expect(text).toContain('href="/agent/agentTeamOverview"');
    expect(text).not.toMatch(/href="\/agent\/agent(?:DailyWages|Dividend)"/);
  });

  it.each([
    [undefined, 200, 'Log in to see your account'],
    ['0', 403, 'For agents only'],
    ['4', 403, 'This needs a real account'],
    ['1', 200, 'Players’ result'],
    ['42', 200, 'Players’ result'],
  ])('of the agent centre are for agents: type %s', async (type, status, words) => {
    const { app, upstream } = await setup();
    upstream.answers.set('team.overview', () => TEAM_OVERVIEW);
    const answer = await request(app)
      .get('/agent/agentTeamOverview')
      .set(type ? { 'x-account': 'marina', 'x-type': type } : {});
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
  });

  it('a posted form is rendered for its visitor alone, with its status', async () => {
    const { app } = await setup();
    const form: FormState = {
      call: 'session.login',
      values: { username: 'marina' },
      message: 'Wrong',
      errors: {},
      code: 'wrong_credentials',
    };
    const answer = await request(app).post('/login').set('x-form', JSON.stringify(form));
    expect(answer.status).toBe(422);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.text).toContain('<title>Error:');
    expect((await request(app).get('/login')).text).not.toContain('Wrong');
  });
});

it('names the languages of the site to search engines, under the requested address', async () => {
  const { app } = await setup();
  const alternates = async (path: string) => {
    const { text } = await request(app).get(path);
    return [...text.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)].map(([, tag, href]) => `${tag} ${href}`);
  };
  const of = (path: string, sign: string) => [`en ${path}${sign}lang=en`, `vi ${path}${sign}lang=vi`, `x-default ${path}`];
  expect(await alternates('/index')).toEqual(of('/index', '?'));
  expect(await alternates('/rng?page=NOVA')).toEqual(of('/rng?page=NOVA', '&amp;'));
  expect(await alternates('/nowhere')).toEqual([]);
});
