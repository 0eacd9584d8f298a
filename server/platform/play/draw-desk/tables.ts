import type { ColumnType, Generated } from 'kysely';

/** In coins of the vendor's games. */
export interface LimitOrder {
  readonly number: string;
  readonly playType: string;
  readonly draw: string;
}

export interface DrawOrderTable {
  id: string;
  merchant: string;
  provider: string;
  subject: string;
  kind: 'close' | 'void' | 'reverse' | 'limits';
  limits: ColumnType<LimitOrder | null, string | null, never>;
  reason: string;
  status: 'waiting' | 'approved' | 'done' | 'refused' | 'rejected';
  refusal: Generated<string | null>;
  tries: Generated<number>;
  next_try_at: Date;
  created_at: Date;
  closed_at: Generated<Date | null>;
}

declare module '../../base/db/tables.ts' {
  interface Tables {
    draw_order: DrawOrderTable;
  }
}
