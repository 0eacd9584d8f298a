import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { translator } from '../../../../shared/i18n/translate.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { REWARD_SOURCES } from '../../../../shared/reward-sources.ts';
import { PlaceContext } from '../../../../views/components/island.tsx';
import { isOpenHref, isOpenPath } from '../../../../views/components/member-entries.ts';
import { emptyCentre, emptyLists } from '../../answers/page-calls.ts';
import type { Visitor } from '../../contracts.ts';
import { loadSite } from '../site.ts';
import { testGame, testUpstream } from '../test-upstream.ts';
import { homePage } from './home-page.tsx';

const t = translator(TEXTS.EN ?? {}, 'en');
const VISITOR: Visitor = {
  requestId: 'r',
  address: '192.0.2.1',
  country: undefined,
  language: languageOf('EN'),
  theme: 'dark',
  session: null,
  userAgent: '',
  cookies: {},
  siteOrigin: 'http://localhost',
};

const GAMES = Array.from({ length: 14 }, (_, at) => testGame(`G${at}`, `Game ${at}`));

interface HomeOptions {
  readonly demo: boolean;
  readonly sports: boolean;
  readonly features?: Record<string, boolean>;
  readonly games?: ReturnType<typeof testGame>[];
}

/** The home page of a site, with or without matches in its menus, and the calls that were made for it. */
async function home({ demo, sports, features = {}, games = GAMES }: HomeOptions) {
  const upstream = testUpstream();
  const white = upstream.answers.get('system.whitelabel')?.(VISITOR) as { features: object } | undefined;
  upstream.answers.set('system.whitelabel', () => ({ ...white, features: { ...white?.features, ...features } }));
  const menus = upstream.answers.get('games.menus')?.(VISITOR) as { gameMenus: { vendors: object[] }[] } | undefined;
  const gameMenus = menus?.gameMenus ?? [];
  const vendors = [{ ...gameMenus[0]?.vendors[0], vassalage: 'TORE', displayName: 'Tore', gameCategory: 'SPORTS' }];
  const more = sports ? [{ gameCategory: 'SPORTS', labelName: 'Sports', vendors }] : [];
  upstream.answers.set('games.menus', () => ({ gameMenus: [...gameMenus, ...more] }));
  upstream.answers.set('games.list', () => ({ games, pageNum: 1, totalPages: 1, total: games.length }));
  const site = await loadSite({ upstream, translator: () => t, demo }, VISITOR, 'dark');
  const context = { ...site.context, here: '/index', modal: site.modal, imageHosts: [] };
  const input = {
    upstream,
    visitor: VISITOR,
    context,
    timeZone: 'Asia/Bangkok',
    currency: currencyView('USD'),
    query: new URLSearchParams(),
    offers: true,
    form: undefined,
  };
  const view = await homePage(input);
  const html = renderToStaticMarkup(<PlaceContext.Provider value={() => 's'}>{view.body}</PlaceContext.Provider>);
  return { html, features: site.context.features, calls: upstream.requests.map(({ call }) => call) };
}

it('a site without games of matches has no part for matches', async () => {
  const [without, withSports] = [await home({ demo: false, sports: false }), await home({ demo: false, sports: true })];
  expect([without.html.includes('id="matches"'), without.calls.includes('games.matches')]).toEqual([false, false]);
  expect([withSports.html.includes('id="matches"'), withSports.calls.includes('games.matches')]).toEqual([true, true]);
});

it('a site on which nothing credits points promises none', async () => {
  const own = await home({ demo: false, sports: false });
  expect(own.features['page./pointMall']).toBe(false);
  expect(own.html).not.toMatch(/point/i);
  expect(own.html).toContain(t('games.returnText'));
  for (const site of [
    { demo: true, features: { points: true } },
    { demo: false, features: { points: true } },
  ]) {
    const { features, html } = await home({ sports: false, ...site });
    expect([features['page./pointMall'], html.includes(t('games.rebateText'))]).toEqual([undefined, true]);
  }
});

it('shows games with a published return only where it promises the highest first', async () => {
  const shelf = (html: string) => html.split('Highest published return first.')[1]?.split('</section>')[0] ?? '';
  const rtps = ['95.10', null, '97.20', '96.00', '94.00', '93.00', '92.00', '99.00'];
  const games = rtps.map((rtp, at) => Object.assign(testGame(`R${at}`, `Return ${at}`), { rtp }));
  const { html } = await home({ demo: false, sports: false, games });
  expect([...shelf(html).matchAll(/data-part="name">([^<]*)</g)].map(([, name]) => name)).toEqual(
    [7, 2, 3, 0, 4, 5, 6].map((at) => `Return ${at}`),
  );
});

it('a merchant without VIP levels has no page of them', async () => {
  const pages = async (features: Record<string, boolean>) => (await home({ demo: false, sports: false, features })).features['page./vip'];
  expect([await pages({ vipLevels: false }), await pages({ vipLevels: true }), await pages({})]).toEqual([false, undefined, undefined]);
});

it('a site links to notices and promotions only if it has some', async () => {
  const links = async (answer?: object) => {
    const upstream = testUpstream();
    if (answer)
      upstream.answers.set('content.announcements', () => ({ player: [], banners: [], popup: [], promotion: [], help: [], ...answer }));
    const { features } = (await loadSite({ upstream, translator: () => t, demo: false }, VISITOR, 'dark')).context;
    return ['/noticePage', '/promotions', '/index'].map((href) => [isOpenHref(href, features), isOpenPath(href, features)]);
  };
  const shown = [true, true];
  const hidden = [false, true];
  expect(await links({})).toEqual([hidden, hidden, shown]);
  expect(await links({ player: [{ id: 'n1', title: 'Welcome', content: '<p>Hello</p>', date: '2026-11-27T00:00:00.000Z' }] })).toEqual([
    shown,
    hidden,
    shown,
  ]);
  // The platform did not answer.
  expect(emptyLists(undefined)).toEqual({});
  const centre = (features: Record<string, boolean>) => isOpenHref('/member/rewardCenter', emptyCentre(features));
  const off = Object.fromEntries(Object.values(REWARD_SOURCES).map(({ feature }) => [feature, false]));
  expect([centre(off), centre({ ...off, points: true }), centre({})]).toEqual([false, true, true]);
});
