import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { mountPages } from '../server/portal/pages/index.ts';
import { startTestPortal, type TestPortal } from '../server/portal/testing/start-portal.ts';
import { PAGE_PATHS } from './kit/spec-platform/pages.ts';
import { RAW_TEXT, type SpecPlatform, type SpecPlatformInput, startSpecPlatform } from './kit/spec-platform/start.ts';

const MANY = { read: 100_000, page: 100_000, 'own-page': 100_000, launch: 100_000, login: 100_000 };

let platform: SpecPlatform;
let portal: TestPortal;
let agent: ReturnType<typeof supertest.agent>;

async function open(input: SpecPlatformInput = {}): Promise<void> {
  platform = await startSpecPlatform(input);
  const upstreams = { wps: platform.url, lgw: platform.url, lotto: platform.url };
  const defaults = { currency: 'THB', currencySymbol: '฿', timeZone: 'Asia/Bangkok' };
  portal = await startTestPortal({ limits: MANY, isRemote: true, upstreams, defaults }, mountPages);
  agent = supertest.agent(portal.url);
}
afterEach(async () => {
  await portal.close();
  await platform.stop();
});

const signIn = () => agent.post('/wps/session/login').send({ username: 'player1', password: 'Secret123' });

/** Requests every page; returns those that did not come up whole. */
async function lostPages(): Promise<string[]> {
  const lost: string[] = [];
  for (const path of PAGE_PATHS) {
    const { status, text } = await agent.get(path).set('Accept', 'text/html');
    if (![200, 303].includes(status) || (status === 200 && !/<\/html>\s*$/.test(text))) lost.push(`${path} ${status}`);
    if (text.includes(RAW_TEXT)) lost.push(`${path} shows the text of the upstream`);
  }
  return lost;
}

const has = async (path: string, text: string) => (await agent.get(path)).text.includes(text);

describe('a platform with the specified calls and fields only', () => {
  it('runs every page for a guest', async () => {
    await open();
    expect(await lostPages()).toEqual([]);
  });

  it('runs every page for a member', async () => {
    await open();
    const { status, body } = await signIn();
    expect([status, body.success, body.value.token, body.value.member.account]).toEqual([200, true, '', 'player1']);
    expect(await lostPages()).toEqual([]);
  });

  it('fills the pages from its answers and from the merchant file', async () => {
    await open();
    expect(await has('/index', 'EVO Gaming')).toBe(true);
    // Written as local time of the merchant.
    expect(await has('/noticePage', '2026-03-14 09:26:53')).toBe(true);
    await signIn();
    expect(await has('/rng', 'RNG PP number')).toBe(true);
    expect(await has('/rng', 'LIVE EVO number')).toBe(false);
    expect(await has('/member/transferFund', '฿1,234.50')).toBe(true);
  });
});

describe('what the platform does not answer', () => {
  /** The page without the data of its islands. */
  const text = async (path: string) => (await agent.get(path)).text.replaceAll(/<!-- -->| [\w-]+="[^"]*&quot;[^"]*"/g, '');

  it('is not shown as a fact to a guest', async () => {
    await open();
    const home = await text('/index');
    expect(/\b\d+ games?\b|latest wins|last seven days/i.exec(home)).toBeNull();
    expect(home).toContain('placeholder="Search games"');
    const slots = await text('/rng');
    expect(slots).toContain('Log in to see the games.');
    expect(/No games match|\b0 games/.exec(slots)).toBeNull();
    expect(/A draw every|seed|No issue is on sale/.exec(await text('/lottery'))).toBeNull();
    expect(/No end date|promotions\?type=/.exec(await text('/promotions'))).toBeNull();
  });

  it('is not shown as a fact to a member', async () => {
    await open();
    await signIn();
    const slots = await text('/rng');
    expect(slots).toMatch(/24 games shown/);
    expect(/\d+ of \d+ games|A to Z|brand\/mark\.svg" alt="" width="300"/.exec(slots)).toBeNull();
    // A game without a picture shows its name.
    expect(decodeURIComponent(slots)).toMatch(/<text [^>]*>RNG PP</);
    expect(await text('/member/transferFund')).toContain('All games are played from this wallet');
    expect(/Download CSV|Open statement/.exec(await text('/member/transactionHistory'))).toBeNull();
    expect(await text('/game?gameId=1100')).not.toContain('This session');
    expect(await text('/member/securityCenter')).not.toContain('Last login');
  });

  it('loads the games of a later page of the header menu by whole pages', async () => {
    await open();
    await signIn();
    const query = { gameCategory: 'RNG', vassalage: 'PP', offset: '21', pageSize: '18' };
    const { body } = await agent.get('/wps/relay/GCSGAME_gameList').query(query);
    expect(body.value.games.map(({ gameName }: { gameName: string }) => gameName)).toEqual(
      Array.from({ length: 9 }, (_, index) => `RNG PP number ${121 + index}`),
    );
    const [{ query: sent } = { query: {} }] = platform.received.filter(({ path }) => path.endsWith('gameList')).slice(-1);
    expect(sent).toMatchObject({ pageNo: '2', pageSize: '20' });
  });
});

describe('a platform with the necessary calls only', () => {
  it('reads the rules of the registration and the switches of modules from its status', async () => {
    await open({ has: ({ essential }) => essential });
    expect(await has('/register', 'name="email"')).toBe(true);
    expect(await has('/login', 'Try it with play money')).toBe(true);
  });

  it('runs every page, without those that it does not offer in the menus', async () => {
    await open({ has: ({ essential }) => essential });
    expect(await lostPages()).toEqual([]);
    await signIn();
    expect(await lostPages()).toEqual([]);
    expect(await has('/member/securityCenter', 'href="/member/transferFund"')).toBe(true);
    expect(await has('/member/securityCenter', 'href="/member/personalProfit"')).toBe(false);
    expect(await has('/member/personalProfit', 'This site does not offer this.')).toBe(true);
    const { degraded } = await portal.portal.readiness();
    expect(degraded.join()).toContain('games.launch');
    expect(degraded).toContain('the platform has no event stream: balances are loaded every 15 seconds');
  });
});
