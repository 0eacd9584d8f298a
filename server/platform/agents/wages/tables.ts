import type { ColumnType, Generated } from 'kysely';
import type { WageState } from '../../../../shared/api/agent-wages/constants.ts';
import type { DividendPeriod, WageKind } from '../../../../shared/rules/wages.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type Json = ColumnType<unknown, string, never>;

export interface WageTables {
  wage_progress: { stream: string; settled_until: Date };
  wage_carry: { agent_id: string; kind: WageKind; carried: Int8; last_rate_bp: number | null };
  wage_statement: {
    id: Generated<string>;
    contract_id: string;
    agent_id: string;
    kind: WageKind;
    period: DividendPeriod | null;
    window_start: Date;
    window_end: Date;
    currency: string;
    upline_contract_id: string | null;
    /** Terms as in `agent_contract`, `StoredRules`, lists of `StoredLine` and `StoredPart`. */
    terms: Json;
    rules: Json;
    lines: Json;
    parts: Json;
    /** `StoredSpan`s; null: one contract above for the whole window. */
    spans: ColumnType<unknown, string | null | undefined, never>;
    active: number;
    costs: Int8;
    bonuses: ColumnType<string, string | undefined, string>;
    last_rate_bp: number | null;
    carried_in: Int8;
    valid_bet: Int8;
    profit: Int8;
    excluded_bet: Int8;
    base: Int8;
    tier: number | null;
    rate_bp: number;
    gross: Int8;
    below: Int8;
    carried_out: Int8;
    amount: Int8;
    state: WageState;
    transfer_id: string | null;
    created_at: Date;
    paid_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends WageTables {}
}
