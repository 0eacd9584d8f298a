import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO, signIn } from '../kit/player.ts';
import { type Service, startService } from '../kit/service.ts';

type Layout = 'full' | 'no side menu' | 'header only' | 'bare';
const PARTS: Readonly<Record<Layout, string>> = {
  full: 'header footer side-menu',
  'no side menu': 'header footer',
  'header only': 'header',
  bare: '',
};

/** Routes: every visitor sees the same page, in the layout of the table. */
const OPEN: readonly (readonly [path: string, layout: Layout])[] = [
  ['/index', 'full'],
  ['/noticePage', 'full'],
  ['/vip', 'full'],
  ['/pointMall', 'no side menu'],
  ['/lottery', 'header only'],
  ['/lottery?gameCode=TCG_SEA_SEA_FOUR&playType=straight', 'header only'],
  ['/vnlottery', 'header only'],
  ['/seaLottery', 'header only'],
  ['/elott', 'full'],
  ['/rng', 'full'],
  ['/rng?page=NOVA', 'full'],
  ['/live', 'full'],
  ['/pvp', 'full'],
  ['/fish', 'full'],
  ['/sports', 'full'],
  ['/esports', 'full'],
  ['/promotions', 'full'],
  ['/promoDetail?id=trial', 'full'],
  ['/raffle', 'full'],
  ['/seamless?vassalage=KESTREL', 'header only'],
  ['/help', 'full'],
  ['/help/terms', 'full'],
  ['/helpmc', 'bare'],
  ['/down', 'full'],
  ['/join', 'full'],
  ['/game?gameId=NOVA_GEM_CASCADE', 'header only'],
  ['/routes', 'full'],
];

/** Response of restricted addresses for each kind of visitor: a status, and the target of a redirect. */
const GUARDED: readonly (readonly [path: string, visitor: string, member: string, trial: string, agent: string])[] = [
  ['/', '302 /index', '302 /index', '302 /index', '302 /index'],
  ['/login', '200', '303 /index', '303 /index', '303 /index'],
  ['/register', '200', '303 /index', '303 /index', '303 /index'],
  ['/register.html', '200', '303 /index', '303 /index', '303 /index'],
  ['/game?gameId=no-such-game', '404', '404', '404', '404'],
  ['/promoDetail?id=no-such-promotion', '404', '404', '404', '404'],
  ['/raffle?id=no-such-raffle', '404', '404', '404', '404'],
  ['/agent/agentTeamOverview', '200', '403', '403', '200'],
  ['/member/no-such-page', '404', '404', '404', '404'],
  ['/no-such-page', '404', '404', '404', '404'],
];

let service: Service;
const cookies: Record<string, string> = { visitor: '' };
beforeAll(async () => {
  service = await startService();
  for (const [role, credentials] of Object.entries({ member: DEMO.member, trial: DEMO.trial, agent: DEMO.agent }))
    cookies[role] = (await signIn(service.url, credentials)).cookie;
});
afterAll(() => service?.stop());

describe.each(['visitor', 'member', 'trial', 'agent'] as const)('for a %s', (role) => {
  const open = (path: string) =>
    fetch(`${service.url}${path}`, { headers: { cookie: cookies[role] ?? '', accept: 'text/html' }, redirect: 'manual' });

  test.each(OPEN)('%s is a page, %s', async (path, layout) => {
    const answer = await open(path);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(partsOf(html)).toBe(PARTS[layout]);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(/<main[^>]* id="main"/);
  });

  test.each(GUARDED.map(([path, ...expected]) => [path, expected] as const))('%s', async (path, expected) => {
    const answer = await open(path);
    const place = answer.headers.get('location');
    expect(`${answer.status}${place ? ` ${place}` : ''}`).toBe(expected[['visitor', 'member', 'trial', 'agent'].indexOf(role)]);
  });
});

/** The site's own header is the one with the main navigation. */
function partsOf(html: string): string {
  const parts = { header: /<nav[^>]* aria-label="Main"/, footer: /<footer[ >]/, 'side-menu': /<nav[^>]* aria-label="Categories"/ };
  return Object.entries(parts)
    .filter(([, mark]) => mark.test(html))
    .map(([name]) => name)
    .join(' ');
}
