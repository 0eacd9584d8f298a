import type { ColumnType, Generated } from 'kysely';
import type { EntryState, PromotionBlock, PromotionState } from '../../../../shared/api/promotions/constants.ts';
import type { PromotionType } from '../../../../shared/api/publishing/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

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
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends PromotionTables {}
}
