export interface Loop {
  /** Begins with a pass at once or after `firstAfterMs`, unless the next one is planned. During a pass: another one follows it in any case. */
  start(): void;
  /** Resolves after the last pass. No further one begins. */
  stop(): Promise<void>;
}

/**
 * Runs passes one after another. A pass resolves to the milliseconds until the next one, or to undefined for none before the next `start`.
 * It must not reject. A planned pass does not keep the process alive.
 */
export function createLoop(pass: () => Promise<number | undefined>, { firstAfterMs }: { readonly firstAfterMs?: number } = {}): Loop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isActive = false;
  let isRequested = false;
  let isStopped = false;

  async function run(): Promise<void> {
    isRequested = false;
    const ownWait = await pass();
    const wait = ownWait === undefined && isRequested ? 0 : ownWait;
    if (wait === undefined || isStopped) isActive = false;
    else plan(wait);
  }

  function next(): void {
    running = run();
  }
  function plan(milliseconds: number): void {
    timer = setTimeout(next, milliseconds).unref();
  }

  return {
    start() {
      isRequested = true;
      if (isActive || isStopped) return;
      isActive = true;
      if (firstAfterMs === undefined) next();
      else plan(firstAfterMs);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
