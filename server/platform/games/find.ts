import { type GameCategory, POINT_RATES } from '../../../shared/constants.ts';
import type { Units } from '../../../shared/money/money.ts';
import { fold } from './fold.ts';
import type { ShownGame } from './reads.ts';

export interface GameFilter {
  readonly gameId?: string | undefined;
  /** Each word must be there, in any order; vendor names are part of what is searched. */
  readonly gameName?: string | undefined;
  readonly vendors?: readonly string[] | undefined;
  readonly category?: GameCategory | undefined;
  readonly gameType?: string | undefined;
  /** Games that cost at least so much. */
  readonly minBet?: Units | undefined;
  readonly minLineNum?: number | undefined;
}

/** Without a word: as the vendors present them. */
export type GameOrder = 'popular' | 'name' | 'new' | 'rebate' | undefined;

export interface VendorCount {
  readonly vassalage: string;
  readonly displayName: string;
  readonly count: number;
}

export function findGames(games: readonly ShownGame[], filter: GameFilter): readonly ShownGame[] {
  const words = fold(filter.gameName ?? '')
    .split(' ')
    .filter(Boolean);
  const { gameId, category, gameType, minBet, minLineNum } = filter;
  const vendors = filter.vendors && new Set(filter.vendors);
  return games.filter(
    (game) =>
      (gameId === undefined || game.id === gameId) &&
      (category === undefined || game.category === category) &&
      (vendors === undefined || vendors.has(game.vendor)) &&
      (gameType === undefined || game.gameType === gameType) &&
      (minBet === undefined || game.minBet >= minBet) &&
      (minLineNum === undefined || game.lineNum >= minLineNum) &&
      words.every((word) => game.search.includes(word)),
  );
}

/** In the order asked for; games that are equal in it stay in the order of display. */
export function sortGames(
  games: readonly ShownGame[],
  order: GameOrder,
  rounds: ReadonlyMap<string, number> = new Map(),
): readonly ShownGame[] {
  switch (order) {
    case undefined:
      return games;
    case 'popular':
      return sortedBy(games, (game) => -popularity(game, rounds));
    case 'new':
      return sortedBy(games, (game) => (game.fresh ? 0 : 1));
    case 'rebate':
      return sortedBy(games, (game) => -rebate(game));
    case 'name':
      return games.toSorted((a, b) => (a.search < b.search ? -1 : a.search > b.search ? 1 : 0));
  }
}

export type GamesInOrder = (order: GameOrder, rounds?: ReadonlyMap<string, number>) => readonly ShownGame[];

/** The games in any order, sorted once for each; by popularity anew when the rounds are others. */
export function keepOrders(games: readonly ShownGame[]): GamesInOrder {
  const kept = new Map<GameOrder, { readonly rounds: ReadonlyMap<string, number> | undefined; readonly sorted: readonly ShownGame[] }>();
  return (order, rounds) => {
    const known = kept.get(order);
    if (known && known.rounds === rounds) return known.sorted;
    const sorted = sortGames(games, order, rounds);
    kept.set(order, { rounds, sorted });
    return sorted;
  };
}

/** Games by vendor, in the order in which the vendors appear. */
export function countVendors(games: readonly ShownGame[]): readonly VendorCount[] {
  const counts = new Map<string, VendorCount>();
  for (const { vendor, vendorName } of games)
    counts.set(vendor, { vassalage: vendor, displayName: vendorName, count: (counts.get(vendor)?.count ?? 0) + 1 });
  return [...counts.values()];
}

/** Kinds of games with their number, the most frequent first. */
export function countTypes(games: readonly ShownGame[]): readonly { gameType: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { gameType } of games) counts.set(gameType, (counts.get(gameType) ?? 0) + 1);
  return [...counts].map(([gameType, count]) => ({ gameType, count })).sort((a, b) => b.count - a.count);
}

/** Rounds of the week; a promoted game that nobody has played comes before those that are not promoted. */
function popularity(game: ShownGame, rounds: ReadonlyMap<string, number>): number {
  return rounds.get(game.id) ?? (game.hot ? 0.5 : 0);
}

/** What comes back: first by the points of the category, then by the published return of the game. */
function rebate({ category, rtp }: ShownGame): number {
  return (POINT_RATES[category] ?? 0) * 1000 + Number(rtp ?? 0);
}

function sortedBy(games: readonly ShownGame[], key: (game: ShownGame) => number): readonly ShownGame[] {
  return games
    .map((game) => ({ game, key: key(game) }))
    .sort((a, b) => a.key - b.key)
    .map(({ game }) => game);
}
