import type { Bet, KindSum } from '../../../shared/api/record-calls.ts';

export const RECORD_PERIODS = ['today', 'yesterday', '7d', '30d', 'month', 'custom'] as const;
export type RecordPeriod = (typeof RECORD_PERIODS)[number];

/** What the pages of records have in common: a period, a filter in the address, and its file. */
export interface RecordFrame {
  /** Path of the page. */
  readonly action: string;
  /** The chosen filter beside the period: kept by every link. */
  readonly keep: Readonly<Record<string, string>>;
  readonly period: {
    readonly name: RecordPeriod;
    /** Days, both included. */
    readonly from: string;
    readonly to: string;
    readonly maxDays: number;
    /** Why the period was refused; empty when it was not. */
    readonly problem: string;
  };
  /** Of the merchant, in which times and days are written. */
  readonly timeZone: string;
}

/** A list in pages. */
export interface RecordList extends RecordFrame {
  readonly pageNum: number;
  readonly totalPages: number;
  /** File with everything that the filter finds. */
  readonly csvHref: string;
  readonly currencySymbol: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface BetView extends Bet {
  /** In the merchant's time zone, formatted by the server. */
  readonly placedAtText: string;
  readonly settledAtText: string | null;
  readonly transferTexts: readonly string[];
  readonly legViews: readonly LegView[];
}

/** A leg of a bet on matches in words, in the order of the slip. */
export interface LegView {
  /** No two legs of a slip are on one match. */
  readonly eventId: string;
  readonly match: string;
  readonly league: string;
  readonly market: string;
  readonly pick: string;
  readonly odds: string;
  readonly state: 'open' | 'won' | 'lost' | 'void';
  /** "2:1"; empty while the match is not over. */
  readonly score: string;
}

/** `wake="idle"`. */
export interface BettingRecordProps extends RecordList {
  readonly bets: readonly BetView[];
  readonly totals: {
    readonly count: number;
    readonly stake: string;
    readonly validStake: string;
    readonly payout: string;
    readonly net: string;
  };
  readonly filter: { readonly gameCategory: string; readonly vassalage: string; readonly status: string };
  readonly categories: readonly Choice[];
  readonly vendors: readonly Choice[];
  /** The address names one bet, which is shown alone. */
  readonly single: boolean;
}

export interface MovementView {
  readonly transferId: string;
  readonly reference: string;
  readonly kind: string;
  readonly atText: string;
  readonly amount: string;
  readonly balanceBefore: string;
  readonly balanceAfter: string;
  readonly gameName: string | null;
  /** Page of the bet, deposit or withdrawal that it belongs to. */
  readonly subject: { readonly type: 'bet' | 'deposit' | 'withdrawal'; readonly href: string } | null;
}

/** `wake="idle"`. */
export interface AccountRecordProps extends RecordList {
  readonly movements: readonly MovementView[];
  readonly sheet: {
    readonly opening: string;
    readonly cameIn: string;
    readonly wentOut: string;
    readonly closing: string;
    readonly sums: readonly KindSum[];
    readonly balanced: boolean;
  };
  readonly filter: { readonly group: string; readonly account: string };
  readonly accounts: readonly Choice[];
  /** Months that a statement can be opened of, the newest first. */
  readonly months: readonly Choice[];
  /** The address names one movement, which is shown alone. */
  readonly single: boolean;
}
