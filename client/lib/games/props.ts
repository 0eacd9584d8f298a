import type { Game } from '../../../shared/api/game-calls.ts';
import type { Balance } from '../../../shared/api/wallet-calls.ts';
import type { Place } from '../game/launch-host.ts';
import type { DrawView, LotteryGameView, LotteryPath } from '../lottery/lottery-view.ts';
import type { MemberLinks } from '../shell/props.ts';
import type { ListFilter } from './list-filter.ts';
import type { MatchView } from './match-view.ts';

/** The list of games with its search, filters and "load more". `wake="visible"`. */
export interface GameGridProps {
  readonly games: readonly Game[];
  /** Last page that is shown. */
  readonly pageNum: number;
  /** Index of the first game shown: 0 unless the address asks for a page far down. */
  readonly start: number;
  readonly totalPages: number;
  readonly total: number;
  /** Path of the page. */
  readonly path: string;
  readonly filter: ListFilter;
  readonly vendors: readonly VendorChoice[];
  readonly types: readonly TypeChoice[];
  /** Games of the page without any filter, for the search box. */
  readonly all: number;
  /** Popular games, where the filter finds none. */
  readonly instead: readonly Game[];
  readonly currencySymbol: string;
}

/** A vendor to filter by, with how many games the rest of the filter leaves it. */
export interface VendorChoice {
  readonly code: string;
  readonly name: string;
  readonly count: number;
  readonly hot: boolean;
}

export interface TypeChoice {
  readonly code: string;
  readonly label: string;
}

/** Lottery games with countdowns, the chosen one, and its opened numbers. `wake="load"`. */
export interface LotteryLobbyProps {
  readonly path: LotteryPath;
  readonly games: readonly LotteryGameView[];
  /** Code of the chosen game; null where there is none. */
  readonly selected: string | null;
  /** Of the chosen game, newest first. */
  readonly draws: readonly DrawView[];
  /** Of the merchant, in which times are written. */
  readonly timeZone: string;
}

/** What decides about the first steps that the row offers. */
export interface GameStarter {
  readonly name: string;
  readonly trial: boolean;
  /** Takes a break: no deposit is offered. */
  readonly resting: boolean;
  /** There is money in the account. */
  readonly funded: boolean;
}

/** The member's own games on the home page; also brings the page's tiles to life. `wake="idle"`. */
export interface MyGamesProps {
  /** Null for visitors, who have no row. */
  readonly member: GameStarter | null;
  readonly currencySymbol: string;
}

/** Matches above the games of `/sports` and `/esports`, and the hot ones of the home page. `wake="visible"`. */
export interface MatchListProps {
  /** Null: of both. */
  readonly gameCategory: 'SPORTS' | 'ESPORTS' | null;
  /** In play, then to come. */
  readonly open: readonly MatchView[];
  /** No more than these are shown; null: all. */
  readonly most: number | null;
}

/** `wake="visible"`. */
export interface PvpRoomsProps {
  readonly member: boolean;
  /** Page that asks visitors to sign in and comes back. */
  readonly loginHref: string;
}

/** `wake="load"`. */
export interface GameFrameProps {
  readonly game: {
    readonly gameId: string;
    /** Where it is known; both go back with every further launch. */
    readonly nodeId: string | null;
    readonly vassalage: string | null;
    readonly name: string;
    readonly vendorName: string;
    readonly place: Place | null;
  };
  /** Hosts that games are launched from, the visitor's own first. */
  readonly hosts: readonly string[];
  /** Launch address for the frame; null when the launch was refused, `message` then says why. */
  readonly url: string | null;
  readonly message: string | null;
  /** The member's own limit or break keeps the game closed: where it is seen and changed. */
  readonly next?: string | null;
  /** True when the frame shows a page of this product, which gets no `allow-same-origin`. */
  readonly sameOrigin: boolean;
  readonly trial: boolean;
  readonly balance: Balance | null;
  readonly links: MemberLinks;
  /** Where the exit leads. */
  readonly exitHref: string;
}
