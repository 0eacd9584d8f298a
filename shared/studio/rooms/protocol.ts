import type { StudioError } from '../protocol.ts';
import type { Move } from './thirteen.ts';

/**
 * Rooms towards their page, JSON over HTTP; every call carries the studio token. `stream` sends server-sent events, each a
 * `RoomView` as `data` with an id; with `Last-Event-ID` what has been seen is not sent again. Amounts are wire decimals.
 */
export const ROOM_API = {
  stream: '/studio/api/rooms/stream',
  sit: '/studio/api/rooms/sit',
  ready: '/studio/api/rooms/ready',
  move: '/studio/api/rooms/move',
  leave: '/studio/api/rooms/leave',
  hands: '/studio/api/rooms/hands',
} as const;

/** `POST sit`: a seat at a table of the level; the studio chooses the table. */
export interface SitRequest {
  readonly level: string;
}
/** `POST ready`: the player pays for the next hand, or does not want to any more. A hand is never begun without this word. */
export interface ReadyRequest {
  readonly ready: boolean;
}
/** `POST move`: no cards is a pass. `step`: moves made so far; the same step again is the same move. */
export interface MoveRequest {
  readonly handId: string;
  readonly step: number;
  readonly cards: readonly number[];
}

export interface LobbyLevel {
  readonly level: string;
  readonly stake: string;
  /** Seats that are taken at all tables of the level, by whom: people, bots, and people who wait for a hand. */
  readonly players: number;
  readonly bots: number;
  readonly waiting: number;
  readonly tables: number;
}

export interface TablePlayer {
  readonly seat: number;
  /** Number of a name in the page's language; it changes with every sitting. */
  readonly alias: number;
  readonly bot: boolean;
  readonly you: boolean;
  readonly ready: boolean;
  /** The time ran out at least twice in a row: the rule of time-outs plays at once. */
  readonly away: boolean;
  readonly leaving: boolean;
  /** Cards left in the hand; null for who is not in it. */
  readonly cards: number | null;
  readonly passed: boolean;
}

export interface RunningHand {
  readonly handId: string;
  readonly pot: string;
  /** Moves made so far. */
  readonly step: number;
  /** Seat whose turn it is. */
  readonly turn: number;
  readonly trick: { readonly seat: number; readonly cards: readonly number[] } | null;
  readonly opening: number | null;
  /** The viewer's own cards; nobody else's are ever here. */
  readonly mine: readonly number[];
  readonly lastMove: { readonly seat: number; readonly cards: readonly number[]; readonly auto: boolean } | null;
}

export interface EndedHand {
  readonly handId: string;
  readonly state: 'done' | 'void';
  /** Seat of the winner. */
  readonly winner: number | null;
  readonly pot: string;
  readonly rake: string;
  /** Of the viewer; null for who was not in the hand. */
  readonly stake: string | null;
  readonly payout: string | null;
  /** The wallet has confirmed what the viewer gets. */
  readonly paid: boolean;
  /** What everybody had left. */
  readonly left: readonly { readonly seat: number; readonly alias: number; readonly cards: readonly number[] }[];
  readonly verifyUrl: string;
}

export interface TableView {
  readonly kind: 'table';
  readonly now: string;
  readonly level: string;
  readonly stake: string;
  readonly seat: number;
  readonly state: 'waiting' | 'staking' | 'playing';
  /** When the hand begins or the time of the turn is over. */
  readonly dueAt: string | null;
  /** Of the hand that runs or comes next. */
  readonly seedHash: string;
  readonly nr: number;
  readonly clientSeed: string;
  readonly players: readonly TablePlayer[];
  readonly hand: RunningHand | null;
  readonly last: EndedHand | null;
  readonly notice: StudioError | null;
  /** The viewer's balance as the wallet said it last with a stake or a prize. */
  readonly balance: string | null;
}
export interface LobbyView {
  readonly kind: 'lobby';
  readonly now: string;
  readonly levels: readonly LobbyLevel[];
  /** The viewer's newest hand, for who comes back after it has ended. */
  readonly last: EndedHand | null;
}
/** Another session of the same player has taken the seat; this stream ends. */
export interface ElsewhereView {
  readonly kind: 'elsewhere';
}
export type RoomView = TableView | LobbyView | ElsewhereView;

/** `GET hands`: the viewer's hands, newest first. */
export interface HandsAnswer {
  readonly hands: readonly {
    readonly handId: string;
    readonly entryId: string;
    readonly state: 'pending' | 'done' | 'void';
    readonly won: boolean;
    readonly stake: string;
    readonly payout: string;
    readonly startedAt: string;
    readonly verifyUrl: string;
  }[];
}

/** Everything that decides a hand, once it is over. */
export interface HandEvidence {
  readonly handId: string;
  readonly nr: number;
  readonly stake: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  /** In the order of the seats. */
  readonly clientSeeds: readonly string[];
  readonly players: readonly { readonly alias: number; readonly bot: boolean; readonly you: boolean }[];
  readonly hands: readonly (readonly number[])[];
  readonly moves: readonly Move[];
  readonly state: 'done' | 'void';
  readonly winner: number | null;
  readonly pot: string;
  readonly rake: string;
}
