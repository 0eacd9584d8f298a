import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { mountPages } from '../pages/index.ts';
import { testGame } from '../pages/test-upstream.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { STATUS, succeed, WHITELABEL } from '../testing/tiny-upstream.ts';

const A = 'https://a.example';
const B = 'https://b.example';
let under: TestPortal | undefined;
afterEach(async () => {
  await under?.close();
  under = undefined;
});

/** A site with these lists; a first request makes the portal load them. */
async function setup(info: Partial<(typeof STATUS)['info']> = {}, publicUrl?: string) {
  under = await startTestPortal({ publicUrl }, mountPages);
  const games = [testGame('ONE', 'One')];
  const answers: [string, unknown][] = [
    ['system.status', { ...STATUS, info: { ...STATUS.info, imageCDNs: [A, B], launchGameCDNs: [B], ...info } }],
    ['system.whitelabel', { ...WHITELABEL, languages: ['EN'] }],
    ['games.menus', { gameMenus: [{ gameCategory: 'RNG', labelName: 'Slots', vendors: [] }] }],
    ['games.list', { games, pageNum: 1, totalPages: 1, total: 1, vendorCounts: [] }],
    ['games.types', { list: [] }],
    ['games.popular', { games }],
    ['setting.register', { fields: {}, mobileRegister: false, usernameRegister: true, minimumAge: 18, termsPreTicked: false }],
    ['content.announcements', { player: [], banners: [], popup: [], promotion: [] }],
  ];
  for (const [id, value] of answers) under.upstream.on(id, succeed(value));
  const { url } = under;
  const get = (path: string, cookie = '') =>
    supertest(url)
      .get(path)
      .set('Cookie', cookie)
      .set('Host', publicUrl ? new URL(publicUrl).host : new URL(url).host);
  await get('/index');
  return { get, url };
}
const hostsOf = (html: string) => /data-images="([^"]*)"/.exec(html)?.[1]?.split(' ');
const policyOf = (header: string | undefined, directive: string) => header?.split(';').find((part) => part.startsWith(`${directive} `));

describe('pages of a site with hosts', () => {
  it('name the host of the visit, the same on every page, and another one for another visit', async () => {
    const { get } = await setup();
    const found = new Map<string, number>();
    for (let seed = 0; seed < 12; seed++) {
      const [list, help] = [await get('/rng', `route=${seed}`), await get('/help/about', `route=${seed}`)];
      expect([list.status, list.headers['set-cookie']]).toEqual([200, undefined]);
      const own = hostsOf(list.text)?.[0] ?? '';
      expect(hostsOf(help.text)).toEqual(hostsOf(list.text));
      expect(list.text).toContain(`src="${own}/studio/art/ONE.svg"`);
      expect(list.text).not.toContain(`src="${own === A ? B : A}/`);
      found.set(own, (found.get(own) ?? 0) + 1);
    }
    expect([...found.keys()].sort()).toEqual([A, B]);
  });

  it('store the choice of a new visitor in a cookie', async () => {
    const { get } = await setup();
    const first = await get('/rng');
    const [cookie = ''] = first.headers['set-cookie'] as unknown as string[];
    expect(cookie).toMatch(/^route=\d{1,4}; Path=\/; SameSite=Lax; HttpOnly$/);
    expect(hostsOf((await get('/rng', cookie.split(';')[0])).text)).toEqual(hostsOf(first.text));
  });

  it('allow exactly the listed hosts in the page policy', async () => {
    const { get } = await setup({ analytics: { gtagId: 'G-TEST1234' as never } });
    const { headers, text } = await get('/index');
    const policy = headers['content-security-policy'];
    expect(policyOf(policy, 'img-src')).toBe(
      `img-src 'self' data: ${A} ${B} https://www.googletagmanager.com https://*.google-analytics.com`,
    );
    expect(policyOf(policy, 'frame-src')).toBe(`frame-src 'self' ${B}`);
    expect(policyOf(policy, 'script-src')).toBe("script-src 'self' https://www.googletagmanager.com");
    expect(text).toContain('name="consent-bar"');
  });

  it.each(['c.example,d.example', 'c.example;sandbox', '*'])('work without %j, which is not a host', async (host) => {
    const { get } = await setup({ imageCDNs: [host, A] as never, launchGameCDNs: [host, B] as never });
    const { headers, status } = await get('/index');
    expect(status).toBe(200);
    expect(policyOf(headers['content-security-policy'], 'img-src')).toBe(`img-src 'self' data: ${A}`);
    expect(policyOf(headers['content-security-policy'], 'frame-src')).toBe(`frame-src 'self' ${B}`);
  });

  it('are those of the site itself if none are configured: no cookie, no analytics, no external source', async () => {
    const { get } = await setup({ imageCDNs: [], launchGameCDNs: [] });
    const { headers, text } = await get('/rng');
    expect([headers['set-cookie'], hostsOf(text)]).toEqual([undefined, undefined]);
    expect(text).toContain('src="/studio/art/ONE.svg"');
    expect(text).not.toContain('consent-bar');
    const policy = headers['content-security-policy'];
    expect([policyOf(policy, 'img-src'), policyOf(policy, 'script-src')]).toEqual(["img-src 'self' data:", "script-src 'self'"]);
  });
});

describe('a report of a host', () => {
  it.each([
    ['from the site itself', { 'sec-fetch-site': 'same-origin' }, 204],
    ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s is answered with %j', async (_name, headers, status) => {
    const { url } = await setup();
    for (const origin of [encodeURIComponent(A), '%ff', ''])
      expect((await supertest(url).post(`/hosts/trouble?origin=${origin}`).set(headers)).status).toBe(status);
  });
});

it('reports of hosts are counted by address before they are processed', async () => {
  under = await startTestPortal({ limits: { report: 2 } });
  const { url } = under;
  const reportTrouble = async () => (await supertest(url).post('/hosts/trouble?origin=x')).status;
  expect([await reportTrouble(), await reportTrouble(), await reportTrouble()]).toEqual([204, 204, 429]);
});

it('only that page may connect to the addresses of the site', async () => {
  const { get } = await setup();
  under?.upstream.on(
    'system.domainRoute',
    succeed({
      domainList: [
        { url: `${A}/`, speed: 3 },
        { url: 'http://plain.example', speed: 1 },
      ],
    }),
  );
  const [routes, other] = [await get('/routes'), await get('/index')];
  expect(policyOf(routes.headers['content-security-policy'], 'connect-src')).toBe(`connect-src 'self' ${A}`);
  expect(policyOf(other.headers['content-security-policy'], 'connect-src')).toBe("connect-src 'self'");
  expect([routes.text.includes('a.example'), routes.text.includes('plain.example')]).toEqual([true, false]);
});
