import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModalHostProps } from '../../../../client/islands/sign-in/props.ts';
import { startTestPortal, type TestPortal } from '../../testing/start-portal.ts';
import { loginAnswer, pendingAnswer, refuse, succeed, WHITELABEL } from '../../testing/tiny-upstream.ts';
import { mountPages } from '../index.ts';

const STATE = {
  account: 'ann',
  idle: true,
  confirmed: false,
  methods: ['totp', 'password'],
  idleMinutes: 30,
  expiresAt: new Date().toISOString(),
};
const COUNTRIES = {
  countries: [
    { countryCode: 'TH', countryDialingCode: '66' },
    { countryCode: 'XK', countryDialingCode: '383' },
  ],
};
const BALANCE = { currency: 'USD', currencySymbol: '$', version: 1, sumBalance: '5.0000', asOf: new Date().toISOString() };

/** Props of the dialogs of a page. */
function modalIn(html: string): ModalHostProps {
  const props = /<lagoon-island[^>]* name="modal-host"[^>]* props="([^"]*)"/.exec(html)?.[1] ?? '';
  const plain = props.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return JSON.parse(plain) as ModalHostProps;
}

describe('entry pages', () => {
  let under: TestPortal;
  let agent: ReturnType<typeof supertest.agent>;

  beforeEach(async () => {
    under = await startTestPortal({}, mountPages);
    agent = supertest.agent(under.url);
    under.upstream.on('games.menus', succeed({ gameMenus: [] }));
    under.upstream.on('system.countries', succeed(COUNTRIES));
    under.upstream.on('wallet.balance', succeed(BALANCE));
    under.upstream.on('session.state', succeed(STATE));
    under.upstream.on('session.stepState', succeed(pendingAnswer('')));
    under.upstream.on('session.login', succeed(loginAnswer('secret-token')));
  });
  afterEach(() => under.close());
  const signIn = () => agent.post('/wps/session/login').send({ payload: 'x' }).expect(200);
  const open = async (path: string) => modalIn((await agent.get(path).expect(200)).text);
  const post = (call: string, values: Record<string, string>) => agent.post(`/form/${call}`).type('form').send(values);

  it.each([
    ['/login', { open: 'login', tab: null, next: null }],
    ['/login?tab=sms&next=/rng', { open: 'login', tab: 'sms', next: '/rng' }],
    ['/login?tab=phone', { open: 'login', tab: null }],
    ['/login?view=forgot&tab=phone', { open: 'forgot', tab: 'phone' }],
    ['/login?view=forgot&tab=email&sent=1', { open: 'forgot', tab: 'email', done: 'sent' }],
    ['/login?done=reset', { open: 'login', done: 'reset' }],
    ['/login?view=register', { open: 'login' }],
    ['/login?view=nothing&tab=%3Cx%3E', { open: 'login', tab: null }],
    ['/login?next=//evil.example', { open: 'login', next: null }],
    ['/login?next=/login', { open: 'login', next: null }],
    ['/login?view=reset&ticket=canary-ticket-of-a-link', { open: 'reset', resetTicket: 'canary-ticket-of-a-link' }],
    ['/login?ticket=canary-ticket-of-a-link', { open: 'login', resetTicket: '' }],
    [
      '/register?tab=mobile&referralCode=ab-1&affiliateCode=cd_2',
      { open: 'register', tab: 'mobile', referralCode: 'ab-1', affiliateCode: 'cd_2' },
    ],
    ['/register?recommenderId=M-1001', { open: 'register', recommenderId: 'M-1001' }],
    ['/register?recommenderId=%3Cscript%3E', { open: 'register', recommenderId: '' }],
    ['/register?referralCode=%3Cscript%3E', { open: 'register', referralCode: '' }],
    // Without a session or a ticket there is no confirmation and no second step.
    ['/login?view=change-password&next=/rng', { open: 'login', next: '/rng' }],
    ['/login?view=confirm', { open: 'login' }],
  ])('%s', async (path, expected) => {
    expect(await open(path)).toMatchObject(expected);
  });

  it('link the outbox of the demo where a code is entered, also without script, and not elsewhere', async () => {
    const address = 'http://127.0.0.1:3001/outbox';
    const sms = async () => (await agent.get('/login?tab=sms').expect(200)).text;
    expect(await sms()).not.toContain('/outbox');
    await under.close();
    under = await startTestPortal({ outbox: address }, mountPages, (upstream) => {
      upstream.on('system.whitelabel', succeed({ ...WHITELABEL, features: { smsLogin: true } }));
    });
    agent = supertest.agent(under.url);
    under.upstream.on('games.menus', succeed({ gameMenus: [] }));
    under.upstream.on('system.countries', succeed(COUNTRIES));
    expect(await sms()).toContain(`<a href="${address}"`);
  });

  it('name the countries in the visitor’s language, only where a number is entered', async () => {
    const named = async (path: string, lang: string) =>
      modalIn((await agent.get(path).set('Cookie', `lang=${lang}`)).text).countries?.map(({ name }) => name);
    expect(await named('/login?tab=sms', 'EN')).toEqual(['Kosovo', 'Thailand']);
    expect(await named('/login?view=forgot&tab=phone', 'CN')).toEqual(['科索沃', '泰国']);
    expect(await named('/register?tab=mobile', 'EN')).toHaveLength(2);
    expect(await named('/login', 'EN')).toBeUndefined();
  });

  it('have titles of their own', async () => {
    const title = async (path: string) => /<title>([^<]*)<\/title>/.exec((await agent.get(path)).text)?.[1];
    expect(await title('/login')).toBe('Log in · Test');
    expect(await title('/register')).toBe('Register · Test');
  });

  it('show nothing of the lobby on a site for members only, also after a refused form', async () => {
    const game = { gameId: 'ACME_ONE', name: 'Seen by members only', gameCategory: 'RNG', vassalage: 'ACME' };
    under.upstream.on('games.popular', succeed({ games: [game] }));
    const displayName = 'Vendor of members';
    const vendor = { vassalage: 'ACME', displayName, smallIcon: '', isHot: 0, gameCategory: 'RNG', gameCount: 1, maintenance: false };
    under.upstream.on('games.menus', succeed({ gameMenus: [{ gameCategory: 'RNG', labelName: '', vendors: [vendor] }] }));
    const open = (await agent.get('/login')).text;
    expect([game.name, vendor.displayName, 'href="/rng"'].map((text) => open.includes(text))).toEqual([true, true, true]);
    under.upstream.on('system.whitelabel', succeed({ ...WHITELABEL, features: { loginOnlyHome: true } }));
    const { url } = under.upstream;
    const members = await startTestPortal({ upstreams: { wps: url, lgw: url, lotto: url } }, mountPages);
    under.upstream.on('feedback.send', refuse('captcha_wrong'));
    const refused = supertest(members.url).post('/form/feedback.send').type('form').send({ back: '/rng' });
    const pages = await Promise.all([supertest(members.url).get('/login'), supertest(members.url).get('/register'), refused]);
    await members.close();
    const parts = ['Log in to see the games.', game.name, vendor.displayName, 'href="/rng', 'ACME'];
    expect(pages.map(({ text }) => parts.map((part) => text.includes(part)))).toEqual(Array(3).fill([true, false, false, false, false]));
  });

  it('are cached for all visitors while they contain nothing personal', async () => {
    const first = await agent.get('/login?view=forgot&tab=email').expect(200);
    expect(first.headers.etag).toBeDefined();
    await agent.get('/login?tab=email&view=forgot&odd=1').set('If-None-Match', String(first.headers.etag)).expect(304);
    for (const path of [
      '/login?view=step',
      '/login?view=confirm',
      '/login?view=change-password',
      '/login?view=reset&ticket=canary-ticket-of-a-link',
    ]) {
      const { headers } = await agent.get(path);
      expect([path, headers['cache-control'], headers.etag]).toEqual([path, 'private, no-store', undefined]);
    }
  });

  it('keep the ticket of a reset out of logs, referrers and other pages', async () => {
    const page = await agent.get('/login?view=reset&ticket=canary-ticket-of-a-link').expect(200);
    expect(page.headers['referrer-policy']).toBe('strict-origin');
    expect(JSON.stringify(under.logged) + under.upstream.received.map(({ url }) => url).join()).not.toContain('canary');
    expect((await agent.get('/login?view=reset')).text + (await agent.get('/login')).text).not.toContain('canary');
  });

  describe('of a sign-in that waits for its second step', () => {
    beforeEach(async () => {
      under.upstream.on('session.login', succeed(pendingAnswer('canary-ticket')));
      await signIn();
    });

    it('show the available methods', async () => {
      const modal = await open('/login?view=step&next=/rng');
      expect(modal).toMatchObject({
        open: 'step',
        next: '/rng',
        step: { reason: 'second_factor', methods: ['sms', 'totp'], mobile: '•••• 4321' },
      });
      expect(JSON.stringify(modal)).not.toContain('ticket');
      expect(under.upstream.of('session.stepState')[0]?.headers.authorization).toBe('Bearer canary-ticket');
    });

    it('are the registration for a new visitor', async () => {
      under.upstream.on('session.stepState', succeed(pendingAnswer('', 'registration')));
      expect((await open('/login?view=social')).open).toBe('social');
      expect((await open('/login?view=step')).open).toBe('social');
    });

    it('are the sign-in after the ticket has expired', async () => {
      under.upstream.on('session.stepState', refuse('step_expired'));
      const modal = await open('/login?view=step&next=/rng');
      expect(modal).toMatchObject({ open: 'login', next: '/rng', step: null, form: { call: 'session.login', code: 'step_expired' } });
    });

    it('belong to this browser alone', async () => {
      const other = modalIn((await supertest(under.url).get('/login?view=step')).text);
      expect(other).toMatchObject({
        open: 'login',
        step: null,
        form: { code: 'step_expired', message: 'This took too long. Log in again.' },
      });
      expect(under.upstream.of('session.stepState')).toEqual([]);
    });

    it('show the reason after a wrong code', async () => {
      under.upstream.on('session.keys', refuse('system_error', 500));
      under.upstream.on('session.stepSend', refuse('sms_wait'));
      const answer = await post('session.stepSend', { method: 'sms', proof: '990011', back: '/index' });
      expect(answer.status).toBe(422);
      const { form, step, open: openView } = modalIn(answer.text);
      expect([openView, step?.methods, form?.code, form?.values]).toEqual(['step', ['sms', 'totp'], 'sms_wait', { method: 'sms' }]);
    });
  });

  describe('of a member', () => {
    beforeEach(async () => {
      await signIn();
    });
    const leadsTo = async (path: string) => {
      const { status, headers } = await agent.get(path);
      return [status, headers.location];
    };

    it.each([
      ['/login', '/index'],
      ['/login?next=/rng', '/rng'],
      ['/login?next=//evil.example', '/index'],
      ['/login?view=forgot', '/index'],
      ['/register?next=/member/depositv2', '/member/depositv2'],
    ])('%s redirects to %s', async (path, location) => {
      expect(await leadsTo(path)).toEqual([303, location]);
    });

    it('change the password, which may be required first', async () => {
      expect(await open('/login?view=change-password')).toMatchObject({ open: 'change-password', mustChange: false });
      under.upstream.on('member.info', succeed({ ...(loginAnswer('t') as { member: object }).member, mustChangePassword: true }));
      under.upstream.on('wallet.balance', refuse('password_change_required', 403));
      await agent.post('/wps/session/confirm').send({ payload: 'x' });
      expect(await open('/login?view=change-password')).toMatchObject({ open: 'change-password', mustChange: true });
      const change = '/login?view=change-password&next=%2Fmember%2Fdepositv2';
      expect(await leadsTo('/member/depositv2')).toEqual([303, change]);
      expect(await leadsTo('/login?next=/member/depositv2')).toEqual([303, change]);
      await agent.get('/index').expect(200);
    });

    it('confirm the identity', async () => {
      const { text, headers } = await agent.get('/login?view=confirm&next=/member/securityCenter');
      expect(modalIn(text)).toMatchObject({
        open: 'confirm',
        next: '/member/securityCenter',
        confirm: { account: 'ann', idle: true, methods: ['totp', 'password'] },
      });
      expect(headers['cache-control']).toBe('private, no-store');
    });

    it.each([401, 200])('who was idle lead to the confirmation and keep the session (status %s)', async (status) => {
      for (const call of ['wallet.balance', 'member.info']) under.upstream.on(call, refuse('session_idle', status));
      const confirm = '/login?view=confirm&next=%2Fmember%2Fdepositv2';
      expect(await leadsTo('/member/depositv2')).toEqual([303, confirm]);
      expect(await leadsTo('/game?gameId=NOVA_ONE')).toEqual([303, '/login?view=confirm&next=%2Fgame%3FgameId%3DNOVA_ONE']);
      expect(await leadsTo('/login?next=/member/depositv2')).toEqual([303, confirm]);
      expect((await open('/login?view=confirm')).open).toBe('confirm');
      const page = await agent.get('/index').expect(200);
      expect([page.text.includes('&quot;account&quot;:&quot;ann&quot;'), page.headers['set-cookie']]).toEqual([false, undefined]);
      // After the confirmation all pages work again.
      for (const call of ['wallet.balance', 'member.info'])
        under.upstream.on(call, succeed(call === 'wallet.balance' ? BALANCE : (loginAnswer('t') as { member: unknown }).member));
      await agent.post('/wps/session/confirm').send({ payload: 'x' }).expect(200);
      await agent.get('/member/securityCenter').expect(200);
    });

    it('whose session the platform has ended are those of a visitor', async () => {
      under.upstream.on('wallet.balance', refuse('unauthorized', 401));
      under.upstream.on('member.info', refuse('unauthorized', 401));
      expect((await open('/login?next=/rng')).open).toBe('login');
      expect((await open('/login?view=confirm')).open).toBe('login');
    });
  });
});

describe('a form without script that requires a captcha', () => {
  it('waits for its image when another visitor of the same address was faster', async () => {
    const under = await startTestPortal({}, mountPages);
    try {
      under.upstream.on('games.menus', succeed({ gameMenus: [] }));
      under.upstream.on('session.loginCode', refuse('challenge_required'));
      let requestCount = 0;
      under.upstream.on('verification.captcha', (request, response) => {
        requestCount += 1;
        (requestCount === 1 ? refuse('too_many_requests', 429) : succeed('aW1hZ2U='))(request, response);
      });
      const answer = await supertest(under.url).post('/form/session.loginCode').type('form').send({ username: 'ann', back: '/index' });
      expect(modalIn(answer.text)).toMatchObject({ open: 'login', tab: 'code', captcha: { image: 'aW1hZ2U=' } });
    } finally {
      await under.close();
    }
  });

  it('gets an image, sends its text with the same key, and gets a new image after a wrong one', async () => {
    const under = await startTestPortal({}, mountPages);
    try {
      under.upstream.on('games.menus', succeed({ gameMenus: [] }));
      under.upstream.on('system.countries', succeed(COUNTRIES));
      under.upstream.on('verification.captcha', succeed('aW1hZ2U='));
      under.upstream.on('verification.smsNoLogin', refuse('challenge_required'));
      const agent = supertest.agent(under.url);
      const typed = { type: 'sms', mobileNum: '812345678', countryDialingCode: '66', back: '/index' };
      const send = (more: object) =>
        agent
          .post('/form/verification.smsNoLogin')
          .type('form')
          .send({ ...typed, ...more });

      const first = await send({});
      expect([first.status, first.headers['cache-control']]).toEqual([422, 'private, no-store']);
      const modal = modalIn(first.text);
      expect(modal).toMatchObject({
        open: 'login',
        tab: 'sms',
        captcha: { image: 'aW1hZ2U=' },
        form: { code: 'challenge_required', values: { mobileNum: '812345678' } },
      });
      expect(modal.captcha?.key).toMatch(/^[\w-]{32}$/);
      expect(modal.countries).toHaveLength(2);

      under.upstream.on('verification.smsNoLogin', refuse('captcha_wrong'));
      const second = await send({ captcha: 'canary', captchaKey: modal.captcha?.key });
      expect(JSON.parse(under.upstream.of('verification.smsNoLogin')[1]?.body ?? '')).toMatchObject({
        captcha: 'canary',
        captchaKey: modal.captcha?.key,
      });
      const keys = under.upstream.of('verification.captcha').map(({ url }) => new URL(url, under.url).searchParams.get('key'));
      expect([keys.length, new Set(keys).size, modalIn(second.text).captcha?.key]).toEqual([2, 2, keys[1]]);
      expect(second.text).not.toContain('canary');

      under.upstream.on('verification.smsNoLogin', succeed({ expiredMinutes: 5, waitSeconds: 60, channel: 'sms' }));
      const third = await send({ captcha: 'right', captchaKey: keys[1] ?? '' });
      expect([third.status, modalIn(third.text)]).toEqual([
        200,
        expect.objectContaining({ open: 'login', tab: 'sms', done: 'sent', captcha: null }),
      ]);
    } finally {
      await under.close();
    }
  });
});
