import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. Written by the statements of this folder only. */
type Int8 = ColumnType<string, never, never>;

interface Cash {
  deposits: Int8;
  withdrawals: Int8;
  bonuses: Int8;
  wages: Int8;
  rewards: Int8;
}

export interface TeamTables {
  member_cash_day: Cash & { day: string; member_id: string };
  team_cash_day: Cash & { day: string; agent_id: string };
  team_joined_day: { day: string; agent_id: string; members: ColumnType<number, never, never> };
  team_size: { agent_id: string; members: number; agents: number; online: number; balance: Int8; counted_at: Date };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends TeamTables {}
}
