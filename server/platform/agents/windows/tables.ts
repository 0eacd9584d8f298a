import type { ColumnType } from 'kysely';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
/** Written by the statements of `close-window.ts` only. */
type Sum<T = string> = ColumnType<T, never, never>;

interface Play {
  category: Sum;
  excluded: Sum<boolean>;
  rounds: Sum<string>;
  stake: Sum;
  valid: Sum;
  payout: Sum;
}

export interface WindowTables {
  window_clock: { id: number; open_from: Date | null };
  window_close: {
    window_start: Date;
    window_end: Date;
    position: Int8;
    /** "2026-11-21" */
    day: string;
    active_valid_bet: Int8;
    closed_at: Date;
  };
  play_window: Play & { window_start: Sum<Date>; member_id: Sum; bet: Sum };
  team_window: Play & { window_start: Sum<Date>; agent_id: Sum; bet: Sum; own: Sum<boolean> };
  team_day: Play & { day: Sum; agent_id: Sum; own: Sum<boolean> };
  member_day: Play & { day: Sum; member_id: Sum };
  member_period: { period: string; starts: Date; member_id: Sum; valid: Sum; counted_for: Sum<string[] | null> };
  member_active_day: { member_id: Sum; starts: Sum<Date>; agents: Sum<string[]> };
  team_active_gap: { agent_id: Sum; starts: Sum<Date>; gap: Sum<number>; members: Sum<number> };
  team_active: { period: string; starts: Date; agent_id: Sum; members: Sum<number> };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends WindowTables {}
}
