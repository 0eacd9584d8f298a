/** Work that goes on beside the passes of a loop, each kind once at a time. */
export interface Beside {
  run(what: string, task: () => Promise<void>): void;
  /** Resolves when what is under way has ended. */
  idle(): Promise<void>;
}

/** What waits for the platform must not hold up what has its time. `attempt` must not reject. */
export function createBeside(attempt: (what: string, task: () => Promise<void>) => Promise<void>): Beside {
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
