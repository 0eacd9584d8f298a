import type { Bet, KindSum } from '../../../shared/api/records/schemas.ts';
import type { CurrencyView } from '../../../shared/money/amount-text.ts';

export const RECORD_PERIODS = ['today', 'yesterday', '7d', '30d', 'month', 'custom'] as const;
/** Periods of an agent's reports: wages are paid by days, calendar weeks, half-months and months. */
export const TEAM_PERIODS = ['today', 'yesterday', 'week', 'half', 'month', 'custom'] as const;
/** Wages of days and longer periods are settled after their end. */
export const WAGE_PERIODS = ['today', 'yesterday', 'week', 'half', 'month', '30d', 'custom'] as const;
/** Of all pages. */
export const ALL_PERIODS = [...new Set([...RECORD_PERIODS, ...TEAM_PERIODS, ...WAGE_PERIODS])] as const;
export type RecordPeriod = (typeof RECORD_PERIODS)[number] | (typeof TEAM_PERIODS)[number] | (typeof WAGE_PERIODS)[number];

/** Common data of the record pages: a period, filters in the address, and a file. */
export interface RecordFrame {
  /** Path of the page. */
  readonly action: string;
  /** The selected filters except the period; every link keeps them. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The periods to choose from; default: `RECORD_PERIODS`. */
  readonly periods?: readonly RecordPeriod[];
  readonly period: {
    readonly name: RecordPeriod;
    /** Days, both included. */
    readonly from: string;
    readonly to: string;
    readonly maxDays: number;
    /** Reason why the period was refused; empty if it was accepted. */
    readonly problem: string;
  };
  /** The merchant's time zone. */
  readonly timeZone: string;
}

/** A list in pages. */
export interface RecordList extends RecordFrame {
  readonly pageNum: number;
  readonly totalPages: number;
  /** File with all rows that match the filter. */
  readonly csvHref: string | null;
  readonly currency: CurrencyView;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface BetView extends Omit<Bet, 'detail'> {
  /** In the merchant's time zone, formatted by the server. */
  readonly placedAtText: string;
  readonly settledAtText: string | null;
  readonly transferTexts: readonly string[];
  readonly legViews: readonly LegView[];
  /** What the bet was on, as the vendor describes it; empty without a description. */
  readonly summary: string;
  readonly lines: readonly LineView[];
}

/** A line of a vendor's description with its name in the visitor's language. */
export interface LineView {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** One leg of a bet on matches as text, in the order of the slip. */
export interface LegView {
  /** Unique: a slip has at most one leg per match. */
  readonly eventId: string;
  readonly match: string;
  readonly league: string;
  readonly market: string;
  readonly pick: string;
  readonly odds: string;
  readonly state: 'open' | 'won' | 'lost' | 'void';
  /** "2:1"; empty until the match is over. */
  readonly score: string;
}

/** `hydrate="idle"`. */
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
  /** The address names one bet; only it is shown. */
  readonly single: boolean;
}

export interface MovementView {
  readonly transferId: string;
  readonly reference: string;
  readonly kind: string;
  readonly atText: string;
  readonly amount: string;
  readonly balanceBefore: string | null;
  readonly balanceAfter: string | null;
  readonly gameName: string | null;
  /** Page of the bet, deposit or withdrawal that the movement belongs to. */
  readonly subject: { readonly type: 'bet' | 'deposit' | 'withdrawal'; readonly href: string } | null;
}

/** `hydrate="idle"`. */
export interface AccountRecordProps extends RecordList {
  readonly movements: readonly MovementView[];
  readonly sheet: {
    readonly opening: string;
    readonly credited: string;
    readonly debited: string;
    readonly closing: string;
    readonly sums: readonly KindSum[];
    readonly balanced: boolean;
  };
  /** False: the platform reports no balances of the period. */
  readonly hasSheet?: boolean;
  readonly filter: { readonly group: string; readonly account: string };
  readonly accounts: readonly Choice[];
  /** Months with a statement, newest first; none without statements. */
  readonly months: readonly Choice[];
  /** The address names one movement; only it is shown. */
  readonly single: boolean;
}
