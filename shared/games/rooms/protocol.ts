import type { StudioError } from '../protocol.ts';
import type { Move } from './thirteen.ts';

/**
 * JSON over HTTP between the studio and the page of a room. Every call carries the studio token. `stream` sends server-sent
 * events, each a `RoomView` with an id; after a reconnect with `Last-Event-ID` only new views are sent. Amounts are wire
 * decimals.
 */
export const ROOM_API = {
  stream: '/studio/api/rooms/stream',
  sit: '/studio/api/rooms/sit',
  ready: '/studio/api/rooms/ready',
  move: '/studio/api/rooms/move',
  leave: '/studio/api/rooms/leave',
  hands: '/studio/api/rooms/hands',
} as const;

/** Body of `POST sit`: requests a seat at a table of the level; the studio chooses the table. */
export interface SitRequest {
  readonly level: string;
}
/** Body of `POST ready`: the player agrees to pay for the next hand, or withdraws. No hand starts without this agreement. */
export interface ReadyRequest {
  readonly ready: boolean;
}
/** Body of `POST move`; no cards is a pass. `step` is the number of moves so far and makes the request idempotent. */
export interface MoveRequest {
  readonly handId: string;
  readonly step: number;
  readonly cards: readonly number[];
}

export interface LobbyLevel {
  readonly level: string;
  readonly stake: string;
  /** Taken seats at all tables of the level: people, bots, and people who wait for a hand. */
  readonly players: number;
  readonly bots: number;
  readonly waiting: number;
  readonly tables: number;
}

export interface TablePlayer {
  readonly seat: number;
  /** Index of a name in the page's language; it changes with every sitting. */
  readonly alias: number;
  readonly bot: boolean;
  readonly you: boolean;
  readonly ready: boolean;
  /** The player timed out at least twice in a row, so the time-out rule now plays immediately. */
  readonly away: boolean;
  readonly leaving: boolean;
  /** Number of cards in hand; null for players outside of the hand. */
  readonly cards: number | null;
  readonly passed: boolean;
}

export interface RunningHand {
  readonly handId: string;
  readonly pot: string;
  /** Number of moves so far. */
  readonly step: number;
  /** Seat to move. */
  readonly turn: number;
  readonly trick: { readonly seat: number; readonly cards: readonly number[] } | null;
  readonly opening: number | null;
  /** The viewer's own cards; other players' cards are never included. */
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
  /** Result for the viewer; null for players outside of the hand. */
  readonly stake: string | null;
  readonly payout: string | null;
  /** True once the wallet has confirmed the viewer's payout. */
  readonly paid: boolean;
  /** The hand was void before the deal because the stake of another player was refused. */
  readonly unpaid: boolean;
  /** The remaining cards of every player. */
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
  /** Start of the hand, or end of the current turn. */
  readonly dueAt: string | null;
  /** Id of the current or next hand. */
  readonly seedHash: string;
  readonly nr: number;
  readonly clientSeed: string;
  readonly players: readonly TablePlayer[];
  readonly hand: RunningHand | null;
  readonly last: EndedHand | null;
  readonly notice: StudioError | null;
  /** The viewer's balance, as last returned by the wallet for a stake or a prize. */
  readonly balance: string | null;
}
export interface LobbyView {
  readonly kind: 'lobby';
  readonly now: string;
  readonly levels: readonly LobbyLevel[];
  /** Highest stake of one bet by the rules of the viewer's jurisdiction; levels above it take no seat. Null: none. */
  readonly siteMaxStake: string | null;
  /** The viewer's newest hand, for a player who returns after its end. */
  readonly last: EndedHand | null;
}
/** Another session of the same player has taken the seat; this stream ends. */
export interface ElsewhereView {
  readonly kind: 'elsewhere';
}
export type RoomView = TableView | LobbyView | ElsewhereView;

/** Answer of `GET hands`: the viewer's hands, newest first. */
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

/** Everything that decides a hand, available after its end. */
export interface HandEvidence {
  readonly handId: string;
  readonly nr: number;
  readonly stake: string;
  readonly serverSeed: string;
  readonly serverSeedHash: string;
  /** In seat order. */
  readonly clientSeeds: readonly string[];
  readonly players: readonly { readonly alias: number; readonly bot: boolean; readonly you: boolean }[];
  readonly hands: readonly (readonly number[])[];
  readonly moves: readonly Move[];
  readonly state: 'done' | 'void';
  readonly winner: number | null;
  readonly pot: string;
  readonly rake: string;
}
