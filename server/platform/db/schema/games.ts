import type { Generated } from 'kysely';
import type { Volatility } from '../../../../shared/constants.ts';

/** Tables of the games feature: the merchant's catalogue. */
export interface GameTables {
  game_vendor: GameVendorTable;
  game: GameTable;
  member_favourite_game: FavouriteGameTable;
  member_recent_game: RecentGameTable;
}

export interface GameVendorTable {
  code: string;
  name: string;
  /** Integration that serves the vendor's games, `Provider.code`. */
  provider: string;
  hot: boolean;
  /** A click opens the list of the vendor's games instead of a game. */
  popup: Generated<boolean>;
  maintenance: Generated<boolean>;
  /** Closed from here on; null: at once. */
  maintenance_from: Generated<Date | null>;
  /** Open again from here on; null: when somebody opens it. */
  maintenance_end: Generated<Date | null>;
  /** Switched off with all others. */
  closed: Generated<boolean>;
  closed_from: Generated<Date | null>;
  closed_until: Generated<Date | null>;
  position: number;
}

export interface GameTable {
  id: string;
  vendor: string;
  name: string;
  /** Name and vendor in the folded form that searches compare with. */
  search: string;
  category: string;
  game_type: string;
  trial: boolean;
  hot: boolean;
  fresh: boolean;
  /** Percent with two decimals ("96.12"); null where none is published. */
  rtp: string | null;
  volatility: Volatility | null;
  /** The largest win in stakes ("4003.45"); null where none is published. */
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
}

export interface FavouriteGameTable {
  member_id: string;
  game_id: string;
  /** Grows with every mark. */
  nr: Generated<string>;
}

/** Games that a member has opened, each once, with the last time. */
export interface RecentGameTable {
  member_id: string;
  game_id: string;
  /** Grows with every launch. */
  nr: Generated<string>;
  opened_at: Date;
}
