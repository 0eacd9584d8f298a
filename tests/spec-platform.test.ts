import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { mountPages } from '../server/portal/pages/index.ts';
import { ROUTES } from '../server/portal/pages/routes.ts';
import { startTestPortal, type TestPortal } from '../server/portal/testing/start-portal.ts';
import { RAW_TEXT, type SpecPlatform, type SpecPlatformInput, startSpecPlatform } from './kit/spec-platform/start.ts';

/** Pages that show one thing need its id; the id of a promotion is made by the portal. */
const QUERIES: Readonly<Record<string, string>> = { '/game': '?gameId=1100', '/seamless': '?vassalage=PP' };
const PATHS = [...ROUTES]
  .filter(([path, { kind }]) => kind !== 'redirect' && path !== '/promoDetail')
  .map(([path]) => path + (QUERIES[path] ?? ''));
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
  for (const path of PATHS) {
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

describe('a platform with the necessary calls only', () => {
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
  });
});
