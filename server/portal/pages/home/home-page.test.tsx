import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../../shared/i18n/locales.ts';
import { translator } from '../../../../shared/i18n/translate.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { PlaceContext } from '../../../../views/components/island.tsx';
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

/** The home page of a site, with or without matches in its menus, and the calls that were made for it. */
async function home({ demo, sports, features = {} }: { demo: boolean; sports: boolean; features?: Record<string, boolean> }) {
  const upstream = testUpstream();
  const white = upstream.answers.get('system.whitelabel')?.(VISITOR) as { features: object } | undefined;
  upstream.answers.set('system.whitelabel', () => ({ ...white, features: { ...white?.features, ...features } }));
  const menus = upstream.answers.get('games.menus')?.(VISITOR) as { gameMenus: { vendors: object[] }[] } | undefined;
  const gameMenus = menus?.gameMenus ?? [];
  const vendors = [{ ...gameMenus[0]?.vendors[0], vassalage: 'TORE', displayName: 'Tore', gameCategory: 'SPORTS' }];
  const more = sports ? [{ gameCategory: 'SPORTS', labelName: 'Sports', vendors }] : [];
  upstream.answers.set('games.menus', () => ({ gameMenus: [...gameMenus, ...more] }));
  const games = Array.from({ length: 14 }, (_, at) => testGame(`G${at}`, `Game ${at}`));
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

it('a merchant without VIP levels has no page of them', async () => {
  const pages = async (features: Record<string, boolean>) => (await home({ demo: false, sports: false, features })).features['page./vip'];
  expect([await pages({ vipLevels: false }), await pages({ vipLevels: true }), await pages({})]).toEqual([false, undefined, undefined]);
});
