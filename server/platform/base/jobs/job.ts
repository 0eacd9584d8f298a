export interface Job {
  readonly name: string;
  /** Cron pattern in UTC. */
  readonly cronPattern: string;
  /**
   * Runs on every node: it works on state of the process, or the nodes share its rows. Other jobs run on one node at a time; if that node
   * fails, another one repeats the run.
   */
  readonly onEveryNode?: boolean;
  /** Writes nothing that depends on the clock, so it also runs while this node's clock is wrong. */
  readonly readOnly?: boolean;
  /** Must tolerate repeated and concurrent runs, and any pause between them. */
  run(): Promise<unknown>;
}
