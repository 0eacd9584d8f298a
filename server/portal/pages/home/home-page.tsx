import { gameList, hotGames, popularGames, rankList, winnerBoard } from '../../../../shared/api/games/contract.ts';
import type { Game } from '../../../../shared/api/games/schemas.ts';
import { listAnnouncements } from '../../../../shared/api/publishing/contract.ts';
import { matchList } from '../../../../shared/api/schedule/contract.ts';
import { type GameCategory, POPULAR_GAMES_COUNT } from '../../../../shared/constants.ts';
import { isOpen } from '../../../../views/components/member-entries.ts';
import { type GameSection, HomePage } from '../../../../views/pages/home/home.tsx';
import { callOr } from '../call-value.ts';
import { openMatches } from '../games/match-view.ts';
import type { LoadInput } from '../load-input.ts';
import { VIEW_ISLANDS } from '../page-islands.ts';
import type { PageView } from '../page-view.ts';

/** Games per shelf: two rows on a wide screen for special shelves, one row for categories. */
const SPECIAL_SIZE = 14;
const CATEGORY_SIZE = 7;
/** Games to load per shelf, so that enough remain after those of earlier shelves are removed. */
const SHELF_CANDIDATES = 42;
const MATCHES = 12;
const MATCH_CATEGORIES: readonly GameCategory[] = ['SPORTS', 'ESPORTS'];

export async function homePage(input: LoadInput): Promise<PageView> {
  const { upstream, visitor, context, timeZone, currency, offers, form } = input;
  const [announcements, shelves, matches, rank, winners] = await Promise.all([
    callOr(upstream, listAnnouncements, {}, visitor, { banners: [] }),
    loadShelves(input),
    takesBets(input) ? callOr(upstream, matchList, { query: { count: MATCHES } }, visitor, null) : null,
    callOr(upstream, rankList, {}, visitor, null),
    callOr(upstream, winnerBoard, {}, visitor, null),
  ]);
  return {
    status: 200,
    title: context.t('lobby.homeTitle', { brand: context.brand }),
    entry: 'views/pages/home/home.tsx',
    islands: VIEW_ISLANDS['views/pages/home/home.tsx'],
    body: (
      <HomePage
        context={context}
        banners={offers ? announcements.banners.filter(({ groupName, imageUrl }) => !groupName.startsWith('w_') && imageUrl !== '') : []}
        gameSections={shelves}
        matches={matches && openMatches(matches, timeZone)}
        timeZone={timeZone}
        // Without a period an empty list says nothing.
        rank={rank && (rank.list.length > 0 || rank.from !== rank.to) ? rank : null}
        winners={winners?.winners ?? null}
        currency={currency}
        form={form}
      />
    ),
  };
}

/** True if the site has games of matches. */
function takesBets({ context }: LoadInput): boolean {
  return context.menus.some(({ gameCategory }) => MATCH_CATEGORIES.includes(gameCategory));
}

async function loadShelves({ upstream, visitor, context }: LoadInput): Promise<GameSection[]> {
  const list = (query: { gameCategory?: GameCategory; sort?: 'new' | 'rebate' }) =>
    callOr(upstream, gameList, { query: { ...query, pageSize: SHELF_CANDIDATES } }, visitor, { games: [] as Game[] });
  const [popular, hot, fresh, rebate, categories] = await Promise.all([
    callOr(upstream, popularGames, { query: { count: POPULAR_GAMES_COUNT } }, visitor, { games: [] }),
    callOr(upstream, hotGames, {}, visitor, { list: [] }),
    list({ sort: 'new' }),
    list({ sort: 'rebate' }),
    Promise.all(
      context.menus.map(async ({ gameCategory }): Promise<GameSection> => ({ kind: gameCategory, ...(await list({ gameCategory })) })),
    ),
  ]);
  return fullShelves([
    { kind: 'popular', games: popular.games },
    { kind: 'hot', games: hot.list },
    { kind: 'new', games: fresh.games.filter((game) => game.isNew) },
    { kind: 'rebate', games: isOpen('/pointMall', context.features) ? rebate.games : byReturn(rebate.games) },
    ...categories,
  ]);
}

/** Games with a published return, the highest first: a platform without this order answers in another one. */
function byReturn(games: readonly Game[]): Game[] {
  return games.filter(({ rtp }) => rtp !== null).toSorted((a, b) => Number(b.rtp) - Number(a.rtp));
}

const TWO_ROWS: readonly GameSection['kind'][] = ['popular', 'hot'];

/**
 * Places every game on one shelf only and fills the rows of every shelf. Games of shelves too short for one row share the last shelf, which
 * is filled up with games that are not shown yet; a site with fewer games than a row shows them all.
 */
export function fullShelves(shelves: readonly GameSection[]): GameSection[] {
  const placed = new Set<string>();
  const place = (games: readonly Game[]) => {
    for (const { gameId } of games) placed.add(gameId);
    return games;
  };
  const notPlaced = (games: readonly Game[]) => games.filter(({ gameId }) => !placed.has(gameId));
  const short: Game[] = [];
  const full = shelves.flatMap(({ kind, games }): GameSection[] => {
    const own = notPlaced(games);
    const size = TWO_ROWS.includes(kind) && own.length >= SPECIAL_SIZE ? SPECIAL_SIZE : CATEGORY_SIZE;
    if (own.length >= size) return [{ kind, games: place(own.slice(0, size)) }];
    short.push(...own);
    return [];
  });
  const rest = [...new Map(notPlaced([...short, ...shelves.flatMap(({ games }) => games)]).map((game) => [game.gameId, game])).values()];
  const last = rest.slice(0, CATEGORY_SIZE);
  const hasLastShelf = short.length > 0 && (last.length === CATEGORY_SIZE || full.length === 0);
  return hasLastShelf ? [...full, { kind: 'more', games: last }] : full;
}
