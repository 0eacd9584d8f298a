import { sql } from 'kysely';
import type { Volatility } from '../../../../shared/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { normaliseText } from './normalise-text.ts';

export interface VendorDraft {
  readonly code: string;
  readonly name: string;
  readonly provider: string;
  readonly hot: boolean;
  /** A click opens the vendor's game list instead of a game. */
  readonly popup: boolean;
  readonly position: number;
  /** Address; absent: the built-in vendor draws it. */
  readonly picture?: string | null;
}

export interface GameDraft {
  readonly id: string;
  readonly vendor: string;
  readonly vendorName: string;
  readonly name: string;
  readonly category: string;
  readonly gameType: string;
  readonly trial: boolean;
  readonly hot: boolean;
  readonly fresh: boolean;
  readonly rtp: string | null;
  readonly volatility: Volatility | null;
  /** Maximum win as a multiple of the stake. */
  readonly mostWin: string | null;
  readonly minBet: Units;
  readonly maxBet: Units;
  readonly lineNum: number;
  readonly position: number;
  /** Address; absent: the built-in vendor draws it. */
  readonly picture?: string | null;
  readonly closedByVendor?: boolean;
  /** Listed; default: yes. */
  readonly enabled?: boolean;
}

/** Stores a vendor of a feed; true if anything changed. An operator's switch is not overwritten. */
export async function saveVendor(executor: Executor, vendor: VendorDraft): Promise<boolean> {
  const { rows } = await sql`
    insert into game_vendor as old (code, name, provider, hot, popup, position, picture)
    values (${vendor.code}, ${vendor.name}, ${vendor.provider}, ${vendor.hot}, ${vendor.popup}, ${vendor.position}, ${vendor.picture ?? null})
    on conflict (code) do update set
      name = excluded.name, provider = excluded.provider, hot = excluded.hot, popup = excluded.popup, position = excluded.position,
      picture = excluded.picture
    where (old.name, old.provider, old.hot, old.popup, old.position, old.picture)
      is distinct from (excluded.name, excluded.provider, excluded.hot, excluded.popup, excluded.position, excluded.picture)
    returning 1`.execute(executor);
  return rows.length > 0;
}

/** The same for games, in one statement. */
export async function saveGames(executor: Executor, games: readonly GameDraft[]): Promise<boolean> {
  const { rows } = await sql`
    insert into game as old (id, vendor, name, search, category, game_type, trial, hot, fresh, rtp, volatility, most_win, min_bet,
                             max_bet, line_num, position, picture, closed_by_vendor, enabled)
    select * from jsonb_to_recordset(${JSON.stringify(games.map(rowOf))}::text::jsonb) as fed (
      id text, vendor text, name text, search text, category text, game_type text, trial boolean, hot boolean, fresh boolean, rtp text,
      volatility text, most_win text, min_bet bigint, max_bet bigint, line_num integer, position integer,
      picture text, closed_by_vendor boolean, enabled boolean)
    on conflict (id) do update set
      vendor = excluded.vendor, name = excluded.name, search = excluded.search, category = excluded.category,
      game_type = excluded.game_type, trial = excluded.trial, hot = excluded.hot, fresh = excluded.fresh, rtp = excluded.rtp,
      volatility = excluded.volatility, most_win = excluded.most_win,
      min_bet = excluded.min_bet, max_bet = excluded.max_bet, line_num = excluded.line_num, position = excluded.position,
      picture = excluded.picture, closed_by_vendor = excluded.closed_by_vendor, enabled = excluded.enabled
    where (old.vendor, old.name, old.search, old.category, old.game_type, old.trial, old.hot, old.fresh, old.rtp, old.volatility, old.most_win, old.min_bet,
           old.max_bet, old.line_num, old.position, old.picture, old.closed_by_vendor, old.enabled)
      is distinct from
          (excluded.vendor, excluded.name, excluded.search, excluded.category, excluded.game_type, excluded.trial, excluded.hot,
           excluded.fresh, excluded.rtp, excluded.volatility, excluded.most_win, excluded.min_bet, excluded.max_bet, excluded.line_num, excluded.position,
           excluded.picture, excluded.closed_by_vendor, excluded.enabled)
    returning 1`.execute(executor);
  return rows.length > 0;
}

export function saveGame(executor: Executor, game: GameDraft): Promise<boolean> {
  return saveGames(executor, [game]);
}

/** All games of a provider, listed or not. */
export async function gameIdsOf(executor: Executor, provider: string): Promise<ReadonlySet<string>> {
  const rows = await executor
    .selectFrom('game')
    .innerJoin('game_vendor', 'game_vendor.code', 'game.vendor')
    .select('game.id')
    .where('game_vendor.provider', '=', provider)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Amounts as text: they can exceed the range of a JSON number. */
function rowOf({
  vendorName,
  gameType,
  mostWin,
  minBet,
  maxBet,
  lineNum,
  picture = null,
  closedByVendor,
  enabled = true,
  ...game
}: GameDraft) {
  return {
    ...game,
    picture,
    closed_by_vendor: closedByVendor ?? false,
    enabled,
    search: normaliseText(`${game.name} ${vendorName}`),
    game_type: gameType,
    most_win: mostWin,
    min_bet: minBet.toString(),
    max_bet: maxBet.toString(),
    line_num: lineNum,
  };
}
