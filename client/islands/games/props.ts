import type { Balance } from '../../../shared/api/balance/schemas.ts';
import type { Game } from '../../../shared/api/games/schemas.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';
import type { FramePosition } from '../game-frame/launch-host.ts';
import type { DrawView, LotteryGameView, LotteryPath } from '../lottery/lottery-view.ts';
import type { MenuLinks } from '../shell/props.ts';
import type { ListFilter } from './list-filter.ts';
import type { MatchView } from './match-view.ts';

/** Game list with search, filters and "load more". `hydrate="visible"`. */
export interface GameGridProps {
  readonly games: readonly Game[];
  /** Last displayed page. */
  readonly pageNum: number;
  /** Index of the first displayed game: 0 unless the address names a late page. */
  readonly start: number;
  readonly totalPages: number;
  /** Null: the platform names the number of pages only. */
  readonly total: number | null;
  /** Path of the page. */
  readonly path: string;
  readonly filter: ListFilter;
  readonly vendors: readonly VendorChoice[];
  readonly types: readonly TypeChoice[];
  /** Least stakes that are offered for choosing, as amounts are typed. */
  readonly minBets: readonly string[];
  /** Number of games that match the other filters without the searched name, for the search box. Null: unknown. */
  readonly all: number | null;
  /** The platform shows its games to members only, and the visitor is not signed in. */
  readonly membersOnly?: true;
  /** The platform has one order only. */
  readonly unsorted?: true;
  /** Bets credit points, so the order `rebate` begins with them. */
  readonly hasPoints?: true;
  /** Popular games, shown if the filter has no matches. */
  readonly instead: readonly Game[];
  readonly currency: CurrencyView;
}

/** A vendor filter option with the number of games that match the other filters. */
export interface VendorChoice {
  readonly code: string;
  readonly name: string;
  /** Null: unknown. */
  readonly count: number | null;
  readonly hot: boolean;
}

export interface TypeChoice {
  readonly code: string;
  readonly label: string;
}

/** Lottery games with countdowns, the selected game and its past results. `hydrate="load"`. */
export interface LotteryLobbyProps {
  readonly path: LotteryPath;
  readonly games: readonly LotteryGameView[];
  /** Code of the selected game; null without one. */
  readonly selected: string | null;
  /** Kind of play that the address names; null without one. */
  readonly playType: string | null;
  /** Draws of the selected game, newest first; null: the platform has none. */
  readonly draws: readonly DrawView[] | null;
  /** The zone of the selected game's market; of the merchant, if it has none. */
  readonly timeZone: string;
  /** Codes of the games whose draws are pushed. */
  readonly pushed: readonly string[];
}

/** Facts that decide which first steps the row offers. */
export interface GameStarter {
  readonly name: string;
  readonly trial: boolean;
  /** On a break: no deposit is offered. */
  readonly resting: boolean;
  /** The account has money. */
  readonly funded: boolean;
  /** The session of the registration. Without script a welcome is shown in it. */
  readonly isNew: boolean;
}

/** The member's own games on the home page; also handles the page's tiles. `hydrate="member"` there. */
export interface MyGamesProps {
  /** Null for visitors, who have no row. */
  readonly member: GameStarter | null;
  readonly currency: CurrencyView;
}

/** Matches above the games of `/sports` and `/esports`, and the featured ones on the home page. `hydrate="visible"`. */
export interface MatchListProps {
  /** Null: both categories. */
  readonly gameCategory: 'SPORTS' | 'ESPORTS' | null;
  /** Matches in play, then upcoming ones. */
  readonly open: readonly MatchView[];
  /** Maximum number of matches; null: all. */
  readonly max: number | null;
}

/** `hydrate="visible"`. */
export interface PvpRoomsProps {
  readonly member: boolean;
  /** Page that asks visitors to log in and returns here. */
  readonly loginHref: string;
}

/** `hydrate="load"`. */
export interface GameFrameProps {
  readonly game: {
    readonly gameId: string;
    /** Set if known; both are sent with every further launch. */
    readonly nodeId: string | null;
    readonly vassalage: string | null;
    readonly name: string;
    readonly vendorName: string;
    readonly place: FramePosition | null;
    /** Its bets stay open until a match or a draw is decided. */
    readonly longBets: boolean;
  };
  /** Launch hosts, the visitor's own first. */
  readonly hosts: readonly string[];
  /** Origins of outside vendors. */
  readonly frames?: readonly string[];
  /** Launch address for the frame; null if the launch was refused, `message` then has the reason. */
  readonly url: string | null;
  readonly message: string | null;
  /** The launch was refused because the member takes a break or is excluded. */
  readonly rest?: 'break' | 'exclusion';
  /** Page of the limit or break that keeps the game closed. */
  readonly next?: string | null;
  /** True if the frame shows a page of this product, which gets no `allow-same-origin`. */
  readonly sameOrigin: boolean;
  readonly trial: boolean;
  /** The platform counts time and result of the session. */
  readonly counted: boolean;
  /** The merchant has a chat room. */
  readonly chat: boolean;
  readonly balance: Balance | null;
  readonly links: Pick<MenuLinks, 'deposit' | 'bettingRecord'>;
  /** Target of the exit button. */
  readonly exitHref: string;
}
