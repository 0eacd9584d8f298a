import type { ColumnType, Generated } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;

export interface TurnoverTables {
  turnover_requirement: TurnoverRequirementTable;
}

interface TurnoverRequirementTable {
  id: Generated<string>;
  member_id: string;
  source: string;
  units: Int8;
  percent: number;
  required: Int8;
  arrived_at: Int8;
  begins: Int8;
  ends: Int8;
  created_at: Date;
  cancelled_at: Date | null;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends TurnoverTables {}
}
