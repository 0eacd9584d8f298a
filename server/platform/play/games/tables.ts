import type { Generated } from 'kysely';
import type { Volatility } from '../../../../shared/constants.ts';

/** Tables of the games feature: the merchant's catalogue. */
export interface GameTables {
  game_vendor: GameVendorTable;
  game: GameTable;
  game_placement: GamePlacementTable;
  member_favourite_game: FavouriteGameTable;
  member_recent_game: RecentGameTable;
}

interface GameVendorTable {
  code: string;
  name: string;
  /** Integration that serves the vendor's games, `Provider.code`. */
  provider: string;
  hot: boolean;
  /** A click opens the list of the vendor's games instead of a game. */
  popup: Generated<boolean>;
  maintenance: Generated<boolean>;
  /** Start of the closure; null: at once. */
  maintenance_from: Generated<Date | null>;
  /** End of the closure; null: ends by hand. */
  maintenance_end: Generated<Date | null>;
  /** Closed together with all others. */
  closed: Generated<boolean>;
  closed_from: Generated<Date | null>;
  closed_until: Generated<Date | null>;
  position: number;
  /** Address; null: the built-in vendor draws it. */
  picture: Generated<string | null>;
}

interface GameTable {
  id: string;
  vendor: string;
  name: string;
  /** Game and vendor name normalised for searches. */
  search: string;
  category: string;
  game_type: string;
  trial: boolean;
  hot: boolean;
  fresh: boolean;
  /** Percent with two decimals ("96.12"); null if not published. */
  rtp: string | null;
  volatility: Volatility | null;
  /** Maximum win as a multiple of the stake ("4003.45"); null if not published. */
  most_win: string | null;
  /** Units of 1/10,000. */
  min_bet: string;
  max_bet: string;
  line_num: number;
  enabled: Generated<boolean>;
  maintenance: Generated<boolean>;
  maintenance_from: Generated<Date | null>;
  maintenance_end: Generated<Date | null>;
  position: number;
  /** Address; null: the built-in vendor draws it. */
  picture: Generated<string | null>;
  /** Closed by its vendor, regardless of the operators' switches. */
  closed_by_vendor: Generated<boolean>;
}

/** What operators decide about the place of a game; null: as its provider reports it. */
interface GamePlacementTable {
  game_id: string;
  hot: boolean | null;
  fresh: boolean | null;
  position: number | null;
  updated_at: Date;
}

interface FavouriteGameTable {
  member_id: string;
  game_id: string;
  /** Increases with every added favourite. */
  nr: Generated<string>;
}

/** Games opened by a member, each once with the last time. */
interface RecentGameTable {
  member_id: string;
  game_id: string;
  /** Increases with every launch. */
  nr: Generated<string>;
  opened_at: Date;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends GameTables {}
}
