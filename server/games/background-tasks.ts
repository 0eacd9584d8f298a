/** Runs tasks next to the passes of a loop, one task of each kind at a time. */
export interface BackgroundTasks {
  run(what: string, task: () => Promise<void>): void;
  /** Resolves when all running tasks have ended. */
  idle(): Promise<void>;
}

/** Tasks that wait for the platform must not delay timed work of the loop. `attempt` must not reject. */
export function createBackgroundTasks(attempt: (what: string, task: () => Promise<void>) => Promise<void>): BackgroundTasks {
  const underway = new Map<string, Promise<void>>();
  return {
    run(what, task) {
      if (underway.has(what)) return;
      underway.set(
        what,
        attempt(what, task).finally(() => underway.delete(what)),
      );
    },
    async idle() {
      await Promise.all(underway.values());
    },
  };
}
