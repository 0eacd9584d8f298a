import { listAnnouncements } from '../../../shared/api/content-calls.ts';
import { type Game, gameList, hotGames, popularGames, winnerBoard } from '../../../shared/api/game-calls.ts';
import { CATEGORY_PAGE, GAME_PAGE_SIZE, type GameCategory } from '../../../shared/constants.ts';
import type { HelpPage as HelpPageName } from '../../../views/layouts/footer.tsx';
import type { PageContext } from '../../../views/layouts/page-context.ts';
import { ArticlesPage } from '../../../views/pages/articles.tsx';
import { GameListPage, type ListFilter, listHref, SORTS, type Sort } from '../../../views/pages/game-list.tsx';
import { HelpPage } from '../../../views/pages/help.tsx';
import { HomePage, type Shelf } from '../../../views/pages/home.tsx';
import type { Upstream, Visitor } from '../contracts.ts';
import { callOr, callValue } from './call-value.ts';
import { cleanHtml } from './clean-html.ts';
import type { PageView, Query } from './page-view.ts';
import { zonedText } from './zoned-time.ts';

export interface LoadInput {
  readonly upstream: Upstream;
  /** Never signed in: what these pages show is the same for everybody. */
  readonly visitor: Visitor;
  readonly context: PageContext;
  readonly timeZone: string;
  readonly query: Query;
}

const SHELF_SIZE = 14;
/** Asked for, so that enough is left after games of earlier shelves are taken out. */
const SHELF_CHOICE = 42;

export async function homePage({ upstream, visitor, context }: LoadInput): Promise<PageView> {
  const [announcements, popular, hot, fresh, winners, categories] = await Promise.all([
    callOr(upstream, listAnnouncements, {}, visitor, { banners: [] }),
    callOr(upstream, popularGames, {}, visitor, { games: [] }),
    callOr(upstream, hotGames, {}, visitor, { list: [] }),
    callOr(upstream, gameList, { query: { sort: 'new', pageSize: SHELF_CHOICE } }, visitor, { games: [] }),
    callOr(upstream, winnerBoard, {}, visitor, { winners: [] }),
    Promise.all(context.menus.map(({ gameCategory }) => categoryShelf(upstream, visitor, gameCategory))),
  ]);
  const shelves: Shelf[] = [
    { kind: 'popular', games: popular.games },
    { kind: 'hot', games: hot.list },
    { kind: 'new', games: fresh.games.filter((game) => game.isNew) },
    ...categories,
  ];
  return {
    status: 200,
    title: context.t('lobby.homeTitle', { brand: context.brand }),
    entry: 'views/pages/home.tsx',
    islands: ['carousel'],
    body: (
      <HomePage
        context={context}
        banners={announcements.banners.filter(({ groupName }) => !groupName.startsWith('w_'))}
        shelves={withoutRepeats(shelves)}
        winners={winners.winners}
      />
    ),
  };
}

async function categoryShelf(upstream: Upstream, visitor: Visitor, gameCategory: GameCategory): Promise<Shelf> {
  const { games } = await callOr(upstream, gameList, { query: { gameCategory, pageSize: SHELF_CHOICE } }, visitor, { games: [] as Game[] });
  return { kind: gameCategory, games };
}

/** No game stands on two shelves; a shelf with nothing of its own is left out. */
export function withoutRepeats(shelves: readonly Shelf[]): Shelf[] {
  const shown = new Set<string>();
  return shelves.flatMap(({ kind, games }) => {
    const own = games.filter(({ gameId }) => !shown.has(gameId)).slice(0, SHELF_SIZE);
    for (const { gameId } of own) shown.add(gameId);
    return own.length > 0 ? [{ kind, games: own }] : [];
  });
}

/** Reads the filter of a game list from its address; anything unknown counts as not given. */
export function readFilter(path: string, query: Query, categories: readonly GameCategory[]): ListFilter {
  const read = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.trim() ?? '';
    return pattern.test(value) ? value : '';
  };
  const wanted = query.get('category');
  const sort = query.get('sort');
  return {
    category: categories.find((category) => category === wanted) ?? defaultCategory(path, categories),
    vendor: read('page', /^[A-Za-z0-9_.-]{1,64}$/),
    gameType: read('gameType', /^[A-Za-z0-9_.-]{1,64}$/),
    gameName: read('gameName', /^.{1,64}$/su),
    sort: SORTS.find((known) => known === sort) ?? ('popular' satisfies Sort),
  };
}

function defaultCategory(path: string, categories: readonly GameCategory[]): GameCategory | null {
  const own = path === '/elott' ? 'ELOTT' : undefined;
  return categories.find((category) => category === own) ?? categories[0] ?? null;
}

export function gameListPage(path: string) {
  return async ({ upstream, visitor, context, query }: LoadInput): Promise<PageView> => {
    const categories = context.menus.filter(({ gameCategory }) => CATEGORY_PAGE[gameCategory] === path);
    const filter = readFilter(
      path,
      query,
      categories.map(({ gameCategory }) => gameCategory),
    );
    const asked = listQuery(path, filter);
    const pageNo = pageNumber(query.get('pageNo'));
    const found = await callValue(upstream, gameList, { query: { ...asked, pageNo } }, visitor);
    const grid = { ...found, query: strings(asked), href: listHref(path, filter) };
    const { t } = context;
    return {
      status: 200,
      title: filter.gameName ? t('lobby.searchTitle', { name: filter.gameName }) : t(`lobby.category_name_${filter.category ?? 'RNG'}`),
      entry: 'views/pages/game-list.tsx',
      islands: ['game-grid'],
      noIndex: filter.gameName !== '',
      body: <GameListPage context={context} path={path} filter={filter} categories={categories} grid={grid} />,
    };
  };
}

/** A search by name from the home page looks through every category. */
function listQuery(path: string, { category, vendor, gameType, gameName, sort }: ListFilter) {
  const everywhere = gameName !== '' && path === '/rng' && vendor === '';
  return {
    ...(category && !everywhere ? { gameCategory: category } : {}),
    ...(vendor ? { vassalage: vendor } : {}),
    ...(gameType ? { gameType } : {}),
    ...(gameName ? { gameName } : {}),
    sort,
    pageSize: GAME_PAGE_SIZE,
  };
}

function strings(query: Readonly<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

export function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

export function articlesPage(kind: 'promotions' | 'notices') {
  return async ({ upstream, visitor, context, timeZone }: LoadInput): Promise<PageView> => {
    const announcements = await callValue(upstream, listAnnouncements, {}, visitor);
    const articles = (kind === 'promotions' ? announcements.promotion : announcements.player).map(({ id, title, content, date }) => ({
      id,
      title,
      html: cleanHtml(content),
      date,
      dateText: zonedText(date, timeZone),
    }));
    return {
      status: 200,
      title: context.t(`lobby.${kind}`),
      entry: 'views/pages/articles.tsx',
      islands: [],
      body: <ArticlesPage context={context} kind={kind} articles={articles} />,
    };
  };
}

export function helpPage(page: HelpPageName) {
  return async ({ context }: LoadInput): Promise<PageView> => ({
    status: 200,
    title: context.t(`lobby.help_page_${page}`),
    entry: 'views/pages/help.tsx',
    islands: [],
    body: <HelpPage context={context} page={page} />,
  });
}
