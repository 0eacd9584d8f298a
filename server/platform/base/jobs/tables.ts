/** Tables of the scheduler. */
export interface JobTables {
  job_run: JobRunTable;
}

interface JobRunTable {
  merchant: string;
  name: string;
  /** Scheduled time of the last started run. */
  due_at: Date;
  /** Id of one run on one node. */
  holder: string;
  /** By the database's clock; null: the run has ended. */
  lease_until: Date | null;
}

declare module '../db/tables.ts' {
  interface Tables extends JobTables {}
}
