/** State of a job in this process; times in milliseconds since the epoch. */
export interface JobState {
  readonly name: string;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly succeededAt: number | undefined;
  /** Duration of the last run. */
  readonly milliseconds: number;
  readonly runs: number;
  readonly failures: number;
  /** Time since the next run became due, including the time it waits for a run in progress. */
  readonly lateMs: number;
}

export type JobRecord = { -readonly [K in keyof Omit<JobState, 'lateMs'>]: JobState[K] } & { dueAt: number | undefined };

export function newJobRecord(name: string): JobRecord {
  return {
    name,
    startedAt: undefined,
    endedAt: undefined,
    succeededAt: undefined,
    milliseconds: 0,
    runs: 0,
    failures: 0,
    dueAt: undefined,
  };
}

export function jobStateOf({ dueAt, ...state }: JobRecord): JobState {
  return { ...state, lateMs: Math.max(0, Date.now() - (dueAt ?? Infinity)) };
}
