import { LOTTERY_STREAM_PATH } from '../../constants.ts';
import type { EventState } from '../events/event-state.ts';
import type { StudioError } from '../protocol.ts';
import type { ChasePlan } from './chase.ts';
import type { ClosedDay } from './closed-days.ts';
import type { LotteryUnit } from './stake.ts';

/**
 * Calls of a lottery's page, JSON over HTTP. `draws` and `stream` take a `gameId` and are public, without a session `stream` takes it up to
 * 20 times, for the lobbies; the others need a session, whose game decides which
 * draws and tickets they mean.
 */
export const LOTTERY_API = {
  draws: '/studio/api/lottery/draws',
  stream: LOTTERY_STREAM_PATH,
  ticket: '/studio/api/lottery/ticket',
  tickets: '/studio/api/lottery/tickets',
  cancel: '/studio/api/lottery/cancel',
  chase: '/studio/api/lottery/chase',
  stopChase: '/studio/api/lottery/stop-chase',
} as const;

export interface LotteryDrawView {
  readonly drawId: string;
  readonly issue: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawsAt: string;
  readonly state: EventState;
  /** Null until the draw. */
  readonly numbers: readonly string[] | null;
  readonly seedHash: string;
  /** The public random number that decides the numbers too, fixed with the hash of the seed; null: none. */
  readonly beacon: { readonly chain: string; readonly round: number } | null;
  readonly verifyUrl: string;
  /** What was staked on it and what its tickets win, by currency; empty until the draw, and without tickets. */
  readonly totals: readonly LotteryTotals[];
  /** Its tickets were taken back after the draw: wins were debited, and stakes returned. */
  readonly reversed: boolean;
}
/** Real money only; wire decimals. */
export interface LotteryTotals {
  readonly currency: string;
  readonly sold: string;
  readonly paid: string;
}
export interface LotteryDrawsAnswer {
  readonly now: string;
  /** Not drawn yet, the next one first. */
  readonly open: readonly LotteryDrawView[];
  /** Newest first. */
  readonly results: readonly LotteryDrawView[];
  /** Coming days without draws, and that of today. */
  readonly closed: readonly ClosedDay[];
}

/** Server-sent events of `stream`. `draws`: at its beginning and whenever they change. `tickets`: those of the session's player have changed. */
export interface LotteryStreamEvents {
  readonly draws: LotteryDrawsAnswer;
  readonly tickets: Readonly<Record<string, never>>;
}

export interface LotteryTicketRequest {
  /** Idempotency key of the page, as in `PlayRequest`. */
  readonly key: string;
  readonly drawId: string;
  readonly playType: string;
  /** Bets as a player types them; each part must be valid. */
  readonly entry: string;
  readonly unit: LotteryUnit;
  readonly multiplier: number;
  /** In tenths of a percent, one of `REBATES`; none if absent. */
  readonly rebate?: number;
}
export interface CancelRequest {
  readonly ticketId: string;
}
/** The ticket is that of the first draw; the answer is a `LotteryTicketAnswer`. */
export interface ChaseRequest extends LotteryTicketRequest, ChasePlan {}
export interface StopChaseRequest {
  readonly chaseId: string;
}
/** `done`: all draws are over. A refusal of a ticket ends the chase with its code. */
export type ChaseEnd = 'done' | 'won' | 'cancelled' | StudioError;
/** Tickets of one order on draws that follow each other; each is placed and debited when its draw opens. */
export interface LotteryChase extends ChasePlan {
  readonly chaseId: string;
  readonly playType: string;
  readonly bets: readonly string[];
  readonly count: number;
  readonly unit: LotteryUnit;
  /** Of the first ticket. */
  readonly multiplier: number;
  /** Tickets placed so far. */
  readonly placed: number;
  /** Null while it runs. */
  readonly end: ChaseEnd | null;
  readonly startedAt: string;
  /** Stakes of its tickets that count, and what they have paid. */
  readonly staked: string;
  readonly paid: string;
}
export interface StopChaseAnswer {
  readonly chase: LotteryChase;
}

export type LotteryTicketStatus = 'pending' | 'open' | 'won' | 'lost' | 'cancelled' | 'refunded';
export interface LotteryTicket {
  readonly ticketId: string;
  readonly draw: LotteryDrawView;
  readonly playType: string;
  /** The first bets; `count` is the number of all. */
  readonly bets: readonly string[];
  readonly count: number;
  readonly unit: LotteryUnit;
  readonly multiplier: number;
  /** What was debited: the price of all bets without the rebate. */
  readonly cost: string;
  /** What the player took at once instead of higher odds, in tenths of a percent, and what that was; null without it. */
  readonly rebate: { readonly tenths: number; readonly amount: string } | null;
  /** The most that the ticket can pay. */
  readonly most: string;
  /** What it has paid, or what was returned. */
  readonly payout: string;
  readonly status: LotteryTicketStatus;
  /** The first winning bets. `odds` is a multiple of the stake of one bet. */
  readonly hits: readonly { readonly bet: string; readonly prize?: string; readonly times: number; readonly odds: string }[];
  readonly placedAt: string;
  readonly verifyUrl: string;
  /** The chase that placed it, and its number there, from 1. */
  readonly chase: { readonly chaseId: string; readonly nr: number } | null;
}
export interface LotteryTicketAnswer {
  readonly ticket: LotteryTicket;
  readonly balance: string;
}
/** Of `tickets`, with `after=<next>` the following page: without chases and balance. */
export interface LotteryTicketsAnswer {
  readonly now: string;
  /** Newest first. */
  readonly tickets: readonly LotteryTicket[];
  /** Cursor of the page with older tickets; null on the last one. */
  readonly next: string | null;
  /** Running ones first. */
  readonly chases: readonly LotteryChase[];
  readonly balance: string | null;
}
/** Bets and winning bets of a ticket in a list; all of them are in the answer of one ticket. */
export const LISTED_BETS = 20;
