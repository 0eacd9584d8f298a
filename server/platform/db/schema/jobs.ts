/** Tables of the scheduler. */
export interface JobTables {
  job_run: JobRunTable;
}

export interface JobRunTable {
  merchant: string;
  name: string;
  /** Time of the run that was begun last, by the job's pattern. */
  due_at: Date;
  /** One run of one node. */
  holder: string;
  /** By the database's clock; null: the run has ended. */
  lease_until: Date | null;
}
