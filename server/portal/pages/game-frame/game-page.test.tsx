import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import GameFrame from '../../../../client/islands/game-frame/game-frame.island.tsx';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { translator } from '../../../../shared/i18n/translate.ts';
import { PlaceContext, type PlacedIsland } from '../../../../views/components/island.tsx';
import type { Visitor } from '../../contracts.ts';
import { testGame, testUpstream } from '../test-upstream.ts';
import type { VisitorInput } from '../visitor-input.ts';
import { gamePage, seamlessPage } from './game-page.tsx';

const SITE = 'https://site.example';
const HOSTS = ['https://b.example', 'https://a.example'];

/** The page of a visitor, its text and the props of its frame, and the requests to the platform. */
async function open(
  address: string,
  options: { readonly type?: number; readonly hosts?: readonly string[]; readonly up?: typeof plain } = {},
) {
  const upstream = testUpstream();
  (options.up ?? plain)(upstream);
  const bodies: Record<string, unknown>[] = [];
  const originalCall = upstream.call;
  upstream.call = (call, input, visitor) => {
    if (call.id === 'games.launch') bodies.push(input.body as unknown as Record<string, unknown>);
    return originalCall(call, input, visitor);
  };
  const session = { token: 'secret-token', memberId: 'm', account: 'marina', type: options.type ?? 0, currency: 'USD', expiresAt: 1 };
  const visitor = { language: languageOf('EN'), session: options.type === undefined ? null : session } as Visitor;
  const menus = (await originalCall({ id: 'games.menus' } as never, {}, visitor)) as unknown as { value: { gameMenus: [] } };
  const query = new URLSearchParams(address.split('?')[1]);
  const context = {
    t: translator(TEXTS.EN ?? {}, 'en'),
    language: languageOf('EN'),
    languages: [],
    theme: 'dark',
    here: address,
    brand: 'Lagoon',
    imageHosts: [],
    gtagId: null,
    menus: menus.value.gameMenus,
    features: { freePlay: true },
    resources: [],
    help: [],
    modal: {},
  } as unknown as VisitorInput['context'];
  const input = {
    upstream,
    visitor,
    context,
    timeZone: 'UTC',
    now: Date.now(),
    currencySymbol: '$',
    query,
    form: undefined,
    origin: SITE,
    merchant: 'lagoon',
  };
  const page = await (address.startsWith('/seamless') ? seamlessPage : gamePage)({ ...input, launchHosts: options.hosts ?? [] });
  if ('redirect' in page) return { redirect: page.redirect, bodies, text: '', frame: undefined, status: 303 };
  const placed: PlacedIsland[] = [];
  const place = (island: PlacedIsland) => `s${placed.push(island)}`;
  const text = renderToStaticMarkup(<PlaceContext value={place}>{page.body}</PlaceContext>);
  const props = placed.find(({ name }) => name === 'game-frame')?.props;
  const frame = typeof props === 'function' ? (props({ member: null, balance: null }) as Record<string, unknown>) : undefined;
  return { redirect: undefined, bodies, text, frame, status: page.status };
}

const plain: (upstream: ReturnType<typeof testUpstream>) => void = () => undefined;
const launchTo = (game_url: string) => (upstream: ReturnType<typeof testUpstream>) => {
  const before = upstream.answers.get('games.launch');
  upstream.answers.set('games.launch', (visitor) => ({ ...(before?.(visitor) as object), game_url: undefined, game_url2: game_url }));
};

describe('free play requested by a member', () => {
  const resting = (upstream: ReturnType<typeof testUpstream>) => {
    const refused = { code: 'self_excluded', rule: 'exclusion', until: null, message: 'Excluded for ever.' };
    upstream.answers.set('protection.play', () => ({ refused }));
  };
  it.each([[0], [1]])('leads to the real game, but not for an excluded member (%s)', async (supportPlay) => {
    const games = (upstream: ReturnType<typeof testUpstream>) =>
      upstream.answers.set('games.list', () => ({
        games: [{ ...testGame('NOVA_ONE', 'Harbour'), supportPlay }],
        pageNum: 1,
        totalPages: 1,
        total: 1,
      }));
    const requestedUrl = '/game?gameId=NOVA_ONE&trial=1';
    const free = await open(requestedUrl, { type: 0, up: (upstream) => void games(upstream) });
    expect(free.text).toContain('href="/game?gameId=NOVA_ONE"');
    const closed = await open(requestedUrl, {
      type: 0,
      up: (upstream) => {
        games(upstream);
        resting(upstream);
      },
    });
    expect(closed.frame).toMatchObject({ url: null, message: 'Excluded for ever.', next: '/member/protection' });
    expect(closed.text).not.toContain('href="/game?gameId=NOVA_ONE"');
    expect(closed.bodies).toEqual([]);
  });
});

describe('the launch request', () => {
  it('contains every field, for the member who requests it', async () => {
    const { bodies } = await open('/game?gameId=NOVA_ONE', { type: 0 });
    expect(bodies).toEqual([
      {
        gameId: 'NOVA_ONE',
        nodeId: 'NOVA_ONE',
        vassalage: 'NOVA',
        accountType: 1,
        confirmTrans: 0,
        launchMode: 'GLS',
        platform: 'html5-desktop',
        clientType: 3,
        username: 'marina',
        token: 'secret-token',
        merchantCode: 'lagoon',
        language: 'EN',
        theme: 'dark',
      },
    ]);
  });

  it('marks free play of a trial account', async () => {
    const { bodies, frame } = await open('/game?gameId=NOVA_ONE&trial=1', { type: 4 });
    expect(bodies[0]).toMatchObject({ trial: true });
    expect(frame).toMatchObject({ trial: true, url: '/studio/x?zone=UTC' });
  });

  it('is not made for visitors, lotteries and real accounts that requested free play', async () => {
    for (const [address, type] of [
      ['/game?gameId=NOVA_ONE'],
      ['/game?gameId=NOVA_ONE&trial=1'],
      ['/game?gameId=NOVA_ONE&trial=1', 0],
    ] as const)
      expect((await open(address, type === undefined ? {} : { type })).bodies).toEqual([]);
  });
});

describe('the sandbox of the frame', () => {
  const OPAQUE = 'allow-scripts allow-forms allow-popups allow-modals allow-downloads';
  const sandboxOf = async (address: string, hosts: readonly string[]) => {
    const { frame } = await open('/game?gameId=NOVA_ONE', { type: 0, hosts, up: launchTo(address) });
    const props = { ...frame, t: translator(TEXTS.EN ?? {}, 'en'), languageTag: 'en' } as unknown as ComponentProps<typeof GameFrame>;
    const html = renderToStaticMarkup(<GameFrame {...props} />);
    return [/ src="([^"]*)"/.exec(html)?.[1], / sandbox="([^"]*)"/.exec(html)?.[1]];
  };
  const VENDOR = 'https://a.example';
  it.each([
    ['a game of this product', '/studio/play', [], '/studio/play?zone=UTC', OPAQUE],
    ['a game of this product on a launch host', '/studio/play', HOSTS, 'https://b.example/studio/play?zone=UTC', OPAQUE],
    ['a vendor’s host', `${VENDOR}/g`, [VENDOR], `${VENDOR}/g`, `${OPAQUE} allow-same-origin`],
    ['a vendor’s game on another launch host', `${VENDOR}/g`, HOSTS, 'https://b.example/g', `${OPAQUE} allow-same-origin`],
    ['the site’s origin', `${SITE}/g`, [VENDOR], `${SITE}/g`, OPAQUE],
    ['the site’s origin, listed as a launch host', `${SITE}/g`, [SITE], `${SITE}/g`, OPAQUE],
    ['a vendor’s game, with the site listed as a launch host', `${VENDOR}/g`, [SITE, VENDOR], `${VENDOR}/g`, `${OPAQUE} allow-same-origin`],
  ])('of %s', async (_name, address, hosts, url, sandbox) => {
    expect(await sandboxOf(address, hosts)).toEqual([url, sandbox]);
  });
});

describe('the frame', () => {
  it.each([
    ['a page of this product', '/studio/play?t=1', [], { url: '/studio/play?t=1&zone=UTC', sameOrigin: true, message: null }],
    [
      'the same on the launch host of the visit',
      '/studio/play?t=1',
      HOSTS,
      { url: 'https://b.example/studio/play?t=1&zone=UTC', sameOrigin: true },
    ],
    ['a game on another launch host', 'https://a.example/g?t=1', HOSTS, { url: 'https://b.example/g?t=1', sameOrigin: false }],
    ['no answer without an address', '', HOSTS, { url: null, message: TEXTS.EN?.['errors.launch_failed'] }],
    ['no unknown host', 'https://evil.example/g', HOSTS, { url: null, message: TEXTS.EN?.['play.hostUnknown'] }],
    [
      'a page of this product on the site if a launch host is the site',
      '/studio/play?t=1',
      [SITE],
      { url: '/studio/play?t=1&zone=UTC', hosts: [] },
    ],
    [
      'a vendor’s game on no host of the site',
      'https://a.example/g',
      [SITE, 'https://a.example'],
      { url: 'https://a.example/g', sameOrigin: false },
    ],
  ])('opens %s', async (_name, address, hosts, expected) => {
    const { frame } = await open('/game?gameId=NOVA_ONE', { type: 0, hosts, up: launchTo(address) });
    expect(frame).toMatchObject(expected);
    expect(JSON.stringify(frame)).not.toContain('secret-token');
  });

  it.each([
    ['/game?gameId=NOVA_ONE&from=%2Frng%3Fpage%3DNOVA', '/rng?page=NOVA'],
    ['/game?gameId=NOVA_ONE&from=//evil.example', '/index'],
    ['/game?gameId=NOVA_ONE&from=%2Fgame%3FgameId%3DNOVA_TWO', '/index'],
    ['/game?gameId=NOVA_ONE', '/index'],
  ])('of %s is handled by %s', async (address, exitHref) => {
    expect((await open(address, { type: 0 })).frame).toMatchObject({ exitHref });
  });

  it('starts with the selected match or room, and ignores invalid ones', async () => {
    for (const [place, url] of [
      ['match=cup:12-a', '/studio/x?match=cup%3A12-a&zone=UTC'],
      ['match=%22%3E', '/studio/x?zone=UTC'],
      ['room=CARDS.bay', '/studio/x?room=CARDS.bay&zone=UTC'],
      ['room=..%2Fbay', '/studio/x?zone=UTC'],
    ])
      expect((await open(`/game?gameId=NOVA_ONE&${place}`, { type: 0 })).frame).toMatchObject({ url });
  });

  it('shows the first open game of a vendor, in seamless mode too', async () => {
    const up = (upstream: ReturnType<typeof testUpstream>) => {
      const games = [{ ...testGame('NOVA_ONE', 'One'), maintenance: true }, testGame('NOVA_TWO', 'Two')];
      upstream.answers.set('games.list', () => ({ games, pageNum: 1, totalPages: 1, total: 2 }));
    };
    for (const path of ['/game', '/seamless']) {
      const { bodies } = await open(`${path}?vassalage=NOVA`, { type: 0, up });
      expect(bodies[0]).toMatchObject({ gameId: 'NOVA_TWO', vassalage: 'NOVA' });
    }
  });
});

describe('reasons against a launch', () => {
  const closed = (upstream: ReturnType<typeof testUpstream>) => {
    const games = [{ ...testGame('NOVA_ONE', 'Harbour One'), maintenance: true, maintenanceEnd: '2026-12-01T08:30:00.000Z' }];
    upstream.answers.set('games.list', () => ({ games, pageNum: 1, totalPages: 1, total: 1 }));
  };

  it('maintenance: its end, and popular games that are open', async () => {
    const { text, status, bodies } = await open('/game?gameId=NOVA_ONE', { type: 0, up: closed });
    expect(text).toContain('Harbour One is under maintenance');
    expect(text).toContain('2026-12-01 08:30 (UTC)');
    expect(text).toContain('/game?gameId=NOVA_TWO');
    expect([status, bodies]).toEqual([200, []]);
  });

  it('maintenance that began after the list was made', async () => {
    const up = (upstream: ReturnType<typeof testUpstream>) => {
      const originalCall = upstream.call;
      upstream.call = (call, input, visitor) =>
        call.id === 'games.launch'
          ? (Promise.resolve({ success: false, value: null, code: 'game_maintenance', message: '' }) as never)
          : originalCall(call, input, visitor);
    };
    expect((await open('/game?gameId=NOVA_ONE', { type: 0, up })).text).toContain('is under maintenance');
  });

  it.each([
    ['/game?gameId=NOVA_ONE', undefined, 'You are not logged in, please login', 'data-modal="login"'],
    ['/game?gameId=NOVA_ONE&trial=1', undefined, 'Start free play', 'action="/form/session.freePlay"'],
    ['/game?gameId=NOVA_ONE&trial=1', undefined, 'Start free play', 'data-modal="free-play" data-begin'],
    ['/game?gameId=NOVA_ONE&trial=1', 0, 'You are logged in with a real account', 'href="/game?gameId=NOVA_ONE"'],
    ['/game?gameId=NOTHING', 0, 'Game not found', 'href="/index"'],
    ['/game?gameId=%3Cscript%3E', 0, 'Game not found', 'href="/index"'],
    ['/game', 0, 'Game not found', 'href="/index"'],
    ['/seamless?vassalage=NOTHING', undefined, 'Game not found', 'href="/index"'],
  ] as const)('%s, member type %s: %s', async (address, type, says, way) => {
    const { text, status } = await open(address, type === undefined ? {} : { type });
    expect(text).toContain(says);
    expect(text).toContain(way);
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(status).toBe(says === 'Game not found' ? 404 : 200);
  });
});
