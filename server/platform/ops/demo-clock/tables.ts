import type { ColumnType } from 'kysely';

export interface DemoClockTables {
  demo_clock: {
    id: number;
    /** int8: a decimal string on both engines. */
    ahead_ms: ColumnType<string, string, string>;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends DemoClockTables {}
}
