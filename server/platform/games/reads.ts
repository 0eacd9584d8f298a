import { sql } from 'kysely';
import type { GameCategory } from '../../../shared/constants.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Executor } from '../db/database.ts';
import { fold } from './fold.ts';

export interface ShownGame {
  readonly id: string;
  readonly vendor: string;
  readonly vendorName: string;
  readonly provider: string;
  readonly name: string;
  readonly category: GameCategory;
  readonly gameType: string;
  readonly trial: boolean;
  readonly hot: boolean;
  readonly fresh: boolean;
  readonly rtp: string | null;
  readonly minBet: Units;
  readonly lineNum: number;
  /** Of the game or of its vendor. */
  readonly maintenance: boolean;
}

export interface GameFilter {
  readonly gameName?: string | undefined;
  readonly vendor?: string | undefined;
  readonly category?: GameCategory | undefined;
  readonly gameType?: string | undefined;
  readonly minBet?: Units | undefined;
  readonly minLineNum?: number | undefined;
  readonly hot?: boolean | undefined;
}
export type GameOrder = 'position' | 'name' | 'new';

export interface VendorOfCategory {
  readonly code: string;
  readonly name: string;
  readonly hot: boolean;
  readonly popup: boolean;
  readonly maintenance: boolean;
  readonly category: GameCategory;
  readonly gameCount: number;
}

/** Games that the merchant shows: what is switched off is not among them, what is in maintenance is. */
function shownGames(executor: Executor) {
  return executor.selectFrom('game').innerJoin('game_vendor as vendor', 'vendor.code', 'game.vendor').where('game.enabled', '=', true);
}

function filtered(executor: Executor, filter: GameFilter) {
  let query = shownGames(executor);
  // Each word must be there, in any order; vendor names are part of what is searched.
  for (const word of fold(filter.gameName ?? '')
    .split(' ')
    .filter(Boolean)) {
    query = query.where('game.search', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  }
  if (filter.vendor !== undefined) query = query.where('game.vendor', '=', filter.vendor);
  if (filter.category !== undefined) query = query.where('game.category', '=', filter.category);
  if (filter.gameType !== undefined) query = query.where('game.game_type', '=', filter.gameType);
  if (filter.minBet !== undefined) query = query.where('game.min_bet', '>=', filter.minBet.toString());
  if (filter.minLineNum !== undefined) query = query.where('game.line_num', '>=', filter.minLineNum);
  if (filter.hot !== undefined) query = query.where('game.hot', '=', filter.hot);
  return query;
}

export async function countGames(executor: Executor, filter: GameFilter): Promise<number> {
  const row = await filtered(executor, filter).select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function findGames(
  executor: Executor,
  filter: GameFilter,
  { order = 'position', limit, offset = 0 }: { order?: GameOrder; limit?: number; offset?: number } = {},
): Promise<readonly ShownGame[]> {
  let query = selected(filtered(executor, filter));
  if (order === 'name') query = query.orderBy('game.name');
  if (order === 'new') query = query.orderBy('game.fresh', 'desc');
  query = query.orderBy('vendor.position').orderBy('game.position').orderBy('game.id').offset(offset);
  return (await (limit === undefined ? query : query.limit(limit)).execute()).map(present);
}

/** By id, shown or not: a record of the past names games that have left. */
export async function findGamesById(
  executor: Executor,
  ids: readonly string[],
): Promise<readonly (ShownGame & { readonly enabled: boolean })[]> {
  if (ids.length === 0) return [];
  const rows = await selected(executor.selectFrom('game').innerJoin('game_vendor as vendor', 'vendor.code', 'game.vendor'))
    .select('game.enabled')
    .where('game.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ ...present(row), enabled: row.enabled }));
}

/** Each vendor once per category that it has shown games in, in order of display. */
export async function findVendors(executor: Executor): Promise<readonly VendorOfCategory[]> {
  const rows = await shownGames(executor)
    .groupBy(['vendor.code', 'vendor.name', 'vendor.hot', 'vendor.popup', 'vendor.maintenance', 'vendor.position', 'game.category'])
    .orderBy('vendor.position')
    .select([
      'vendor.code',
      'vendor.name',
      'vendor.hot',
      'vendor.popup',
      'vendor.maintenance',
      'game.category',
      sql<string>`count(*)`.as('games'),
    ])
    .execute();
  return rows.map(({ games, category, ...vendor }) => ({ ...vendor, category: category as GameCategory, gameCount: Number(games) }));
}

function selected(query: ReturnType<typeof shownGames>) {
  return query.select([
    'game.id',
    'game.vendor',
    'vendor.name as vendorName',
    'vendor.provider',
    'game.name',
    'game.category',
    'game.game_type as gameType',
    'game.trial',
    'game.hot',
    'game.fresh',
    'game.rtp',
    'game.min_bet as minBet',
    'game.line_num as lineNum',
    'game.maintenance',
    'vendor.maintenance as vendorMaintenance',
  ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
function present({ vendorMaintenance, minBet, category, maintenance, ...row }: Row): ShownGame {
  return { ...row, category: category as GameCategory, minBet: BigInt(minBet), maintenance: maintenance || vendorMaintenance };
}
