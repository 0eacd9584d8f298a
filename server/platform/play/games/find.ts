import { type GameCategory, POINT_RATES } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { normaliseText } from './normalise-text.ts';
import { presentReturn } from './present-return.ts';
import type { ListedGame } from './reads.ts';

export interface GameFilter {
  readonly gameId?: string;
  /** All words must match, in any order; vendor names are searched, too. */
  readonly gameName?: string;
  readonly vendors?: readonly string[];
  readonly category?: GameCategory;
  readonly gameType?: string;
  /** Games with at least this minimum bet. */
  readonly minBet?: Units;
  readonly minLineNum?: number;
}

/** Default: in the vendors' order. */
export type GameOrder = 'popular' | 'name' | 'new' | 'rebate' | undefined;
/** Rounds by game. */
export type Rounds = ReadonlyMap<string, number>;

export interface VendorCount {
  readonly vassalage: string;
  readonly displayName: string;
  readonly count: number;
}

export interface FoundGames {
  readonly games: readonly ListedGame[];
  /** Results of the same filter without its vendors; vendors in display order. */
  readonly vendorCounts: readonly VendorCount[];
}

export type FindGames = (filter: GameFilter, order?: GameOrder, rounds?: Rounds) => FoundGames;

/**
 * Index for lists and searches. All names form one text that is searched at once; filters compare small integers for vendor, category and
 * type; each order is sorted once.
 */
export function createFinder(games: readonly ListedGame[]): FindGames {
  const names = textOf(games.map(({ search }) => search));
  const vendors = columnOf(games.map(({ vendor }) => vendor));
  const categories = columnOf(games.map(({ category }) => category));
  const types = columnOf(games.map(({ gameType }) => gameType));
  const displayNames = new Map(games.map(({ vendor, vendorName }) => [vendor, vendorName]));
  const inOrder = createOrderCache(games);

  return (filter, order, rounds) => {
    const { gameId, minBet, minLineNum } = filter;
    const ofCategory = categories.accept(filter.category);
    const ofType = types.accept(filter.gameType);
    const ofVendor = vendors.accept(...(filter.vendors ?? []));
    const counts = new Uint32Array(vendors.values.length);
    const hits = new Uint8Array(games.length);
    names.forEachMatch(searchTerms(filter.gameName), (at) => {
      if (!ofCategory(at) || !ofType(at)) return;
      const game = games[at] as ListedGame;
      if (gameId !== undefined && game.id !== gameId) return;
      if ((minBet !== undefined && game.minBet < minBet) || (minLineNum !== undefined && game.lineNum < minLineNum)) return;
      const vendor = vendors.codes[at] as number;
      counts[vendor] = (counts[vendor] as number) + 1;
      if (ofVendor(at)) hits[at] = 1;
    });
    const found: ListedGame[] = [];
    for (const at of inOrder(order, rounds)) if (hits[at] === 1) found.push(games[at] as ListedGame);
    return { games: found, vendorCounts: vendors.values.flatMap((code, n) => countOf(code, displayNames.get(code), counts[n])) };
  };
}

/** Game types with their counts, the most frequent first. */
export function countTypes(games: readonly ListedGame[]): readonly { gameType: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { gameType } of games) counts.set(gameType, (counts.get(gameType) ?? 0) + 1);
  return [...counts].map(([gameType, count]) => ({ gameType, count })).sort((a, b) => b.count - a.count);
}

const searchTerms = (text = ''): readonly string[] => normaliseText(text).split(' ').filter(Boolean);

const countOf = (vassalage: string, displayName = '', count = 0): VendorCount[] => (count > 0 ? [{ vassalage, displayName, count }] : []);

interface Column {
  /** Index of each game's value in `values`. */
  readonly codes: Uint16Array;
  /** In order of first appearance. */
  readonly values: readonly string[];
  /** Predicate: the game at this position has one of the values. Without values it accepts all. */
  accept(...candidates: (string | undefined)[]): (at: number) => boolean;
}

function columnOf(rows: readonly string[]): Column {
  const known = new Map<string, number>();
  const codes = Uint16Array.from(rows, (value) => {
    const code = known.get(value) ?? known.size;
    known.set(value, code);
    return code;
  });
  return {
    codes,
    values: [...known.keys()],
    accept(...candidates) {
      const named = candidates.filter((value) => value !== undefined);
      if (named.length === 0) return () => true;
      const accepted = new Uint8Array(known.size);
      for (const value of named) {
        const code = known.get(value);
        if (code !== undefined) accepted[code] = 1;
      }
      return (at) => accepted[codes[at] as number] === 1;
    },
  };
}

/** Searchable lines in one text. Neither a line nor a term contains a line break. */
function textOf(lines: readonly string[]): { forEachMatch(terms: readonly string[], each: (line: number) => void): void } {
  const text = lines.join('\n');
  const ends = new Uint32Array(lines.length);
  let length = -1;
  for (const [n, line] of lines.entries()) {
    length += line.length + 1;
    ends[n] = length;
  }
  return {
    forEachMatch(terms, each) {
      const [rarest, ...otherTerms] = terms.toSorted((a, b) => b.length - a.length);
      if (rarest === undefined) {
        for (let line = 0; line < lines.length; line += 1) each(line);
        return;
      }
      let line = 0;
      for (let at = text.indexOf(rarest); at !== -1; at = text.indexOf(rarest, ends[line])) {
        while ((ends[line] as number) < at) line += 1;
        const found = lines[line] as string;
        if (otherTerms.every((term) => found.includes(term))) each(line);
      }
    },
  };
}

/** Positions of the games for each order, sorted once. Popularity is sorted again when the rounds change. */
function createOrderCache(games: readonly ListedGame[]): (order: GameOrder, rounds?: Rounds) => Uint32Array {
  const cache = new Map<GameOrder, { readonly rounds: Rounds | undefined; readonly places: Uint32Array }>();
  return (order, rounds) => {
    const known = cache.get(order);
    if (known && known.rounds === rounds) return known.places;
    const places = Uint32Array.from(sortedPlaces(games, order, rounds));
    cache.set(order, { rounds, places });
    return places;
  };
}

/** Games that compare equal stay in display order. */
function sortedPlaces(games: readonly ListedGame[], order: GameOrder, rounds: Rounds = new Map()): readonly number[] {
  switch (order) {
    case undefined:
      return [...games.keys()];
    case 'popular':
      return byKey(games, (game) => -popularity(game, rounds));
    case 'new':
      return byKey(games, (game) => (game.fresh ? 0 : 1));
    case 'rebate':
      return byKey(games, (game) => -rebate(game));
    case 'name':
      return byKey(games, (game) => game.search);
  }
}

function byKey<K extends number | string>(games: readonly ListedGame[], keyOf: (game: ListedGame) => K): readonly number[] {
  return games
    .map((game, at) => ({ at, key: keyOf(game) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ at }) => at);
}

/** Rounds of the week. Of games without rounds, promoted ones come first. */
function popularity(game: ListedGame, rounds: Rounds): number {
  return rounds.get(game.id) ?? (game.hot ? 0.5 : 0);
}

/** Order by rebate: first the category's points, then the game's published return. */
function rebate({ category, rtp }: ListedGame): number {
  return (POINT_RATES[category] ?? 0) * 1000 + Number(presentReturn(rtp).rtp ?? 0);
}
