import { sql } from 'kysely';
import { ESPORTS_VENDORS, type GameCategory, type Volatility } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { ALL_SWITCH, GAME_SWITCH, isClosedAt, VENDOR_SWITCH } from '../../merchant/index.ts';

export interface ListedGame {
  readonly id: string;
  readonly vendor: string;
  readonly vendorName: string;
  readonly provider: string;
  readonly name: string;
  /** Game and vendor name in normalised form. */
  readonly search: string;
  readonly category: GameCategory;
  readonly gameType: string;
  /** Playable with a trial account, if the merchant offers these. */
  readonly trial: boolean;
  readonly hot: boolean;
  readonly fresh: boolean;
  readonly rtp: string | null;
  readonly volatility: Volatility | null;
  readonly mostWin: string | null;
  readonly minBet: Units;
  readonly maxBet: Units;
  readonly lineNum: number;
  /** Of the game, its vendor, or all games. */
  readonly maintenance: boolean;
  /** Time at which the last closure ends; null: unknown, or the game is open. */
  readonly maintenanceEnd: Date | null;
  /** Address; null: the built-in vendor draws it. */
  readonly picture: string | null;
  readonly vendorPicture: string | null;
  readonly vendorHot: boolean;
  readonly vendorPopup: boolean;
  readonly vendorMaintenance: boolean;
}

/** Games listed by the merchant in display order: without disabled ones, with those in maintenance. */
export async function findListedGames(executor: Executor, now: Date): Promise<readonly ListedGame[]> {
  const rows = await games(executor, now)
    .where('game.enabled', '=', true)
    .orderBy('vendor.position')
    .orderBy('vendor.code')
    .orderBy('game.position')
    .orderBy('game.id')
    .execute();
  return rows.map(present);
}

/** By id, listed or not, because records name games of the past. */
export async function findGamesById(
  executor: Executor,
  ids: readonly string[],
  now: Date,
): Promise<readonly (ListedGame & { readonly enabled: boolean })[]> {
  if (ids.length === 0) return [];
  const rows = await games(executor, now)
    .select('game.enabled')
    .where('game.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ ...present(row), enabled: row.enabled }));
}

/** A database has one merchant. */
const offeredTrial = sql<boolean>`(game.trial and coalesce((select (settings -> 'features' ->> 'freePlay')::boolean from merchant limit 1), true))`;

function games(executor: Executor, now: Date) {
  return executor
    .selectFrom('game')
    .innerJoin('game_vendor as vendor', 'vendor.code', 'game.vendor')
    .select([
      'game.id',
      'game.vendor',
      'vendor.name as vendorName',
      'vendor.provider',
      'game.name',
      'game.search',
      'game.category',
      'game.game_type as gameType',
      offeredTrial.as('trial'),
      'game.hot',
      'game.fresh',
      'game.rtp',
      'game.volatility',
      'game.most_win as mostWin',
      'game.min_bet as minBet',
      'game.max_bet as maxBet',
      'game.line_num as lineNum',
      'game.picture',
      'game.closed_by_vendor as closedByVendor',
      'vendor.picture as vendorPicture',
      'vendor.hot as vendorHot',
      'vendor.popup as vendorPopup',
      'game.maintenance_end as gameEnd',
      'vendor.maintenance_end as vendorEnd',
      'vendor.closed_until as closedUntil',
      isClosedAt(GAME_SWITCH, now).as('maintenance'),
      isClosedAt(VENDOR_SWITCH, now).as('vendorMaintenance'),
      isClosedAt(ALL_SWITCH, now).as('closed'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof games>['execute']>>[number];
function present({
  minBet,
  maxBet,
  category,
  maintenance,
  closedByVendor,
  gameEnd,
  vendorEnd,
  closed,
  closedUntil,
  ...row
}: Row): ListedGame {
  const vendorMaintenance = row.vendorMaintenance || closed;
  const ends = [
    ...(closedByVendor ? [null] : []),
    ...(maintenance ? [gameEnd] : []),
    ...(row.vendorMaintenance ? [vendorEnd] : []),
    ...(closed ? [closedUntil] : []),
  ];
  return {
    ...row,
    category: categoryOf(row.vendor, category),
    minBet: BigInt(minBet),
    maxBet: BigInt(maxBet),
    maintenance: maintenance || closedByVendor || vendorMaintenance,
    vendorMaintenance,
    maintenanceEnd: latest(ends),
  };
}

function latest(ends: readonly (Date | null)[]): Date | null {
  const known = ends.filter((end) => end !== null);
  return known.length > 0 && known.length === ends.length ? new Date(Math.max(...known.map(Number))) : null;
}

/** E-sports vendors form a category of their own, regardless of the category of their games. */
function categoryOf(vendor: string, category: string): GameCategory {
  return ESPORTS_VENDORS.includes(vendor) ? 'ESPORTS' : (category as GameCategory);
}
