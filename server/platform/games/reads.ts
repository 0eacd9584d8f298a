import { ESPORTS_VENDORS, type GameCategory } from '../../../shared/constants.ts';
import type { Units } from '../../../shared/money/money.ts';
import type { Executor } from '../db/database.ts';

export interface ShownGame {
  readonly id: string;
  readonly vendor: string;
  readonly vendorName: string;
  readonly provider: string;
  readonly name: string;
  /** Name and vendor in the folded form. */
  readonly search: string;
  readonly category: GameCategory;
  readonly gameType: string;
  readonly trial: boolean;
  readonly hot: boolean;
  readonly fresh: boolean;
  readonly rtp: string | null;
  readonly minBet: Units;
  readonly maxBet: Units;
  readonly lineNum: number;
  /** Of the game or of its vendor. */
  readonly maintenance: boolean;
  readonly vendorHot: boolean;
  readonly vendorPopup: boolean;
  readonly vendorMaintenance: boolean;
}

/** Games that the merchant shows, in order of display: what is switched off is not among them, what is in maintenance is. */
export async function findShownGames(executor: Executor): Promise<readonly ShownGame[]> {
  const rows = await games(executor)
    .where('game.enabled', '=', true)
    .orderBy('vendor.position')
    .orderBy('vendor.code')
    .orderBy('game.position')
    .orderBy('game.id')
    .execute();
  return rows.map(present);
}

/** By id, shown or not: a record of the past names games that have left. */
export async function findGamesById(
  executor: Executor,
  ids: readonly string[],
): Promise<readonly (ShownGame & { readonly enabled: boolean })[]> {
  if (ids.length === 0) return [];
  const rows = await games(executor)
    .select('game.enabled')
    .where('game.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ ...present(row), enabled: row.enabled }));
}

function games(executor: Executor) {
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
      'game.trial',
      'game.hot',
      'game.fresh',
      'game.rtp',
      'game.min_bet as minBet',
      'game.max_bet as maxBet',
      'game.line_num as lineNum',
      'game.maintenance',
      'vendor.hot as vendorHot',
      'vendor.popup as vendorPopup',
      'vendor.maintenance as vendorMaintenance',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof games>['execute']>>[number];
function present({ minBet, maxBet, category, maintenance, ...row }: Row): ShownGame {
  return {
    ...row,
    category: categoryOf(row.vendor, category),
    minBet: BigInt(minBet),
    maxBet: BigInt(maxBet),
    maintenance: maintenance || row.vendorMaintenance,
  };
}

/** The e-sports vendors are split out of sports, whatever category their games carry (specification, section 2). */
function categoryOf(vendor: string, category: string): GameCategory {
  return ESPORTS_VENDORS.includes(vendor) ? 'ESPORTS' : (category as GameCategory);
}
