import type { ColumnType } from 'kysely';

/** Tables of contests: rounds between members. */
export interface ContestTables {
  contest_entry: {
    provider: string;
    round_id: string;
    contest_id: string;
    member_id: string;
    game_id: string;
    currency: string;
    stake: string;
    net: ColumnType<string | null, string | null | undefined, string | null>;
    entered_at: Date;
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  contest_flow: {
    provider: string;
    contest_id: string;
    from_member: string;
    to_member: string;
    currency: string;
    units: string;
    at: Date;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends ContestTables {}
}
