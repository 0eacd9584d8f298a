import type { ColumnType, Generated } from 'kysely';
import type { EntryState, PromotionBlock, PromotionState } from '../../../../shared/api/promotions/constants.ts';
import type { PromotionType } from '../../../../shared/api/publishing/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

/** A reward in place of money: its worth is `amount`, of tickets their number `tickets`. */
export type PromotionGives =
  | {
      readonly kind: 'tickets';
      readonly raffleId: string;
      /** By wire code of the language. */
      readonly raffleTitles: Readonly<Record<string, string>>;
      /** Instant from which on the raffle gives no tickets. */
      readonly closesAt: string;
    }
  | { readonly kind: 'bonus'; readonly wagering: number; readonly days: number }
  | {
      readonly kind: 'rounds';
      readonly gameId: string;
      readonly gameName: string;
      readonly rounds: number;
      /** Units. */
      readonly stake: string;
      /** In which they can be played, and in which a bonus of their wins must be wagered. */
      readonly days: number;
      /** Null: wins are real money. */
      readonly wagering: number | null;
    };

export interface PromotionTables {
  promotion_clock: { id: number };
  promotion: {
    id: string;
    state: PromotionState;
    block: PromotionBlock;
    type: PromotionType;
    titles: ColumnType<Record<string, string>, string, string>;
    starts_at: Date;
    ends_at: Date;
    claim_days: number;
    currency: string;
    min_level: number;
    new_days: number;
    agent_id: string | null;
    countries: string[];
    categories: string[];
    target: Int8;
    percent: number;
    amount: Int8;
    points: Int8;
    tickets: ColumnType<number, number | undefined, number>;
    /** Null: money or points. */
    gives: ColumnType<PromotionGives | null, string | null | undefined, string | null>;
    budget: Int8;
    reserved: ColumnType<string, string | undefined, string>;
    created_at: Date;
    published_at: Date | null;
    stopped_at: Date | null;
  };
  promotion_entry: {
    id: Generated<string>;
    promotion_id: string;
    member_id: string;
    state: EntryState;
    counted: ColumnType<string, string | undefined, string>;
    deposit: ColumnType<string | null, string | null | undefined, string | null>;
    amount: Int8;
    points: Int8;
    tickets: ColumnType<number, number | undefined, number>;
    currency: string;
    sealed_comment: ColumnType<string | null, string | null | undefined, string | null>;
    images: ColumnType<string[], string[] | undefined, string[]>;
    operator: ColumnType<string, string | undefined, string>;
    reason: ColumnType<string, string | undefined, string>;
    decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    joined_at: Date;
    claim_until: Date | null;
    claimed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    transfer_id: ColumnType<string | null, string | null | undefined, string | null>;
    paid_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Null: money or points. */
    gave: ColumnType<PromotionGives['kind'] | null, null | undefined, PromotionGives['kind']>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends PromotionTables {}
}
