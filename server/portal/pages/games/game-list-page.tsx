import {
  callQuery,
  combinedPage,
  isNarrowed,
  type ListFilter,
  parametersOf,
  readFilter,
} from '../../../../client/islands/games/list-filter.ts';
import type { GameGridProps, TypeChoice, VendorChoice } from '../../../../client/islands/games/props.ts';
import type { QueryInput, ValueOf } from '../../../../shared/api/client-call.ts';
import { gameList, popularGames, vassalageGameTypes } from '../../../../shared/api/games/contract.ts';
import type { GameMenu, Vendor } from '../../../../shared/api/games/schemas.ts';
import { matchList } from '../../../../shared/api/schedule/contract.ts';
import { CATEGORY_PAGE, GAME_CATEGORIES, type GameCategory, VENDOR_HOT } from '../../../../shared/constants.ts';
import { offeredAmount } from '../../../../shared/money/currency-steps.ts';
import { toWire, wireToInput } from '../../../../shared/money/money.ts';
import { isOpen } from '../../../../views/components/member-entries.ts';
import { GameListPage, type ListMatches } from '../../../../views/pages/games/game-list.tsx';
import { CallRefused, callOr, callUnlessRefused } from '../call-value.ts';
import type { LoadInput } from '../load-input.ts';
import { VIEW_ISLANDS } from '../page-islands.ts';
import type { PageView, Query } from '../page-view.ts';
import { matchView, openMatches } from './match-view.ts';
import { typeName } from './type-name.ts';

/** Number of suggestions if the filter finds no games. */
const ALTERNATIVE_COUNT = 7;
const MATCHES = 12;
/** Offered least stakes, in cents of a euro. */
const MIN_BETS = [10, 50, 100, 500];
type FoundGames = ValueOf<typeof gameList>;
const NO_GAMES: FoundGames = { games: [], pageNum: 1, totalPages: 1, total: 0 };
const MATCH_PAGES: Readonly<Record<string, 'SPORTS' | 'ESPORTS'>> = { '/sports': 'SPORTS', '/esports': 'ESPORTS' };

/** `/rng`, `/live` and the others: one page for all categories. */
export function gameListPage(path: string) {
  return async (input: LoadInput): Promise<PageView> => {
    const { context, query, timeZone, form } = input;
    const categories = context.menus.filter(({ gameCategory }) => CATEGORY_PAGE[gameCategory] === path);
    const filter = readFilter(path, query, categories.map(categoryOf));
    const [grid, matches] = await Promise.all([loadGrid(input, path, filter), loadMatches(input, path)]);
    const { t } = context;
    return {
      status: 200,
      title: filter.gameName ? t('lobby.searchTitle', { name: filter.gameName }) : t(`lobby.category_name_${displayedCategory(filter)}`),
      entry: 'views/pages/games/game-list.tsx',
      islands: [
        ...VIEW_ISLANDS['views/pages/games/game-list.tsx'],
        ...(matches ? ['match-list' as const] : []),
        ...(path === '/pvp' ? ['pvp-rooms' as const] : []),
      ],
      noIndex: isNarrowed(filter) && filter.vendors.length !== 1,
      unbounded: isUnknownAddress(input, filter, grid),
      body: (
        <GameListPage
          context={context}
          filter={filter}
          categories={categories}
          grid={grid}
          matches={matches}
          timeZone={timeZone}
          form={form}
        />
      ),
    };
  };
}

/** True for an unknown vendor or a page beyond the last one. */
function isUnknownAddress({ context, query }: LoadInput, { vendors }: ListFilter, grid: GameGridProps): boolean {
  const known = new Set(context.menus.flatMap((menu) => menu.vendors.map(({ vassalage }) => vassalage)));
  return vendors.some((code) => !known.has(code)) || pageNumber(query.get('pageNo')) > grid.totalPages;
}

async function loadGrid(input: LoadInput, path: string, filter: ListFilter): Promise<GameGridProps> {
  const { upstream, visitor, context, currency } = input;
  const pageNum = pageNumber(input.query.get('pageNo'));
  const { start, ...page } = combinedPage(pageNum);
  const [found, searched, types] = await Promise.all([
    loadFound(input, { ...callQuery(filter), ...page }),
    loadSearched(input, filter),
    loadTypes(input, filter),
  ]);
  const instead =
    found.games.length === 0 && !found.membersOnly
      ? await callOr(upstream, popularGames, { query: { count: ALTERNATIVE_COUNT } }, visitor, { games: [] })
      : { games: [] };
  const menu = context.menus.find(({ gameCategory }) => gameCategory === filter.category);
  const pages = Math.max(1, Math.ceil((found.total ?? found.totalPages * page.pageSize) / GAME_PAGE));
  return {
    games: found.games,
    start,
    pageNum: Math.min(pageNum, pages),
    totalPages: pages,
    total: found.total,
    path,
    filter,
    vendors: vendorChoices(menu?.vendors ?? context.menus.flatMap(({ vendors }) => vendors), found.vendorCounts, menu !== undefined),
    types,
    minBets: MIN_BETS.map((cents) => wireToInput(toWire(offeredAmount(cents, currency.currency)))),
    all: filter.gameName === '' ? found.total : searched,
    ...(isOpen('sorts', context.features) ? {} : { unsorted: true as const }),
    ...(isOpen('/pointMall', context.features) ? { hasPoints: true as const } : {}),
    ...(found.membersOnly ? { membersOnly: true as const } : {}),
    instead: instead.games,
    currency,
  };
}

/** A list that the platform shows to members only is empty for a visitor. */
async function loadFound(
  { upstream, visitor }: LoadInput,
  query: QueryInput<typeof gameList>,
): Promise<FoundGames & { readonly membersOnly?: boolean }> {
  const answer = await upstream.call(gameList, { query }, visitor);
  if (answer.success) return answer.value;
  if (answer.code.startsWith('upstream_')) throw new CallRefused(gameList.id, answer);
  const membersOnly = answer.code === 'unauthorized' && !visitor.session;
  return { ...NO_GAMES, ...(membersOnly ? { total: null, membersOnly } : {}) };
}

/** Number of games that a search within the other filters covers; null if unknown, or if the list already shows them. */
async function loadSearched({ upstream, visitor }: LoadInput, filter: ListFilter): Promise<number | null> {
  if (filter.gameName === '') return null;
  const query = { ...callQuery({ ...filter, gameName: '' }), pageSize: 1 };
  return (await callUnlessRefused(upstream, gameList, { query }, visitor, NO_GAMES)).total;
}

/** Vendors in the merchant's order with their counts under the filter; without a category only those with matches. */
export function vendorChoices(
  vendors: readonly Vendor[],
  counts: ValueOf<typeof gameList>['vendorCounts'],
  withEmpty: boolean,
): VendorChoice[] {
  const byCode = counts && new Map(counts.map(({ vassalage, count }) => [vassalage, count]));
  const choices = new Map<string, VendorChoice>();
  for (const { vassalage: code, displayName: name, isHot, gameCount } of vendors) {
    const count = byCode ? (byCode.get(code) ?? 0) : gameCount;
    if (withEmpty || count !== 0) choices.set(code, { code, name, count, hot: isHot === VENDOR_HOT });
  }
  return [...choices.values()];
}

async function loadTypes({ upstream, visitor, context }: LoadInput, { category, vendors }: ListFilter): Promise<TypeChoice[]> {
  if (category === null || category === 'ALL') return [];
  const query = { gameCategory: category, ...(vendors.length === 1 ? { vassalage: vendors[0] } : {}) };
  const { list } = await callOr(upstream, vassalageGameTypes, { query }, visitor, { list: [] });
  return list.length > 1 ? list.map(({ gameType }) => ({ code: gameType, label: typeName(context.t, gameType) })) : [];
}

async function loadMatches({ upstream, visitor, timeZone }: LoadInput, path: string): Promise<ListMatches | null> {
  const gameCategory = MATCH_PAGES[path];
  if (!gameCategory) return null;
  const answer = await callOr(upstream, matchList, { query: { gameCategory, count: MATCHES } }, visitor, null);
  if (!answer) return null;
  const results = answer.results.map((match) => matchView(match, answer.now, timeZone));
  return { now: answer.now, open: openMatches(answer, timeZone), results };
}

const GAME_PAGE = combinedPage(1).pageSize;

function displayedCategory({ category }: ListFilter): GameCategory {
  return category === null || category === 'ALL' ? 'RNG' : category;
}

function categoryOf({ gameCategory }: GameMenu): GameCategory {
  return gameCategory;
}

/** The parameters that the list depends on, in one order and without ineffective ones, so that a page has one address. */
export function listParameters(path: string, query: Query): URLSearchParams {
  const filter = readFilter(path, query, GAME_CATEGORIES);
  const page = pageNumber(query.get('pageNo'));
  const { category, ...named } = parametersOf(path, filter);
  const parameters = {
    ...(query.has('category') && category ? { category } : {}),
    ...named,
    ...(page > 1 ? { pageNo: String(page) } : {}),
  };
  return new URLSearchParams(parameters);
}

/** True for parameters with an unbounded set of values or combinations: such a page is not cached. */
export function isUnbounded(query: Query): boolean {
  return ['gameName', 'gameType', 'minBet', 'minLineNum'].some((name) => query.has(name)) || (query.get('page') ?? '').includes(',');
}

export function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}
