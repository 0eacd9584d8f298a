import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

type Closer = () => Promise<void> | void;

/** Closes the started parts in order. */
export interface Lifecycle {
  /** Called first, `drainSeconds` before anything closes: readiness fails. */
  onDrain(announce: () => void): void;
  /** Called in reverse order. */
  onClose(closer: Closer): void;
  /** Ends the process; with a code other than 0 at once, without waiting for a balancer. */
  stop(code: number): void;
  readonly isStopping: boolean;
  /** For a start that was stopped before its end: closes what has been opened since. */
  settle(): Promise<void>;
}

export interface LifecycleOptions {
  readonly drainSeconds: number;
  readonly log: Logger;
  readonly exit: (code: number) => void;
}

export function createLifecycle({ drainSeconds, log, exit }: LifecycleOptions): Lifecycle {
  const drainHandlers: (() => void)[] = [];
  const closers: Closer[] = [];
  let isStopping = false;

  async function closeAll(): Promise<void> {
    for (const announce of drainHandlers.splice(0)) announce();
    for (const close of closers.splice(0).reverse()) await close();
  }
  async function end(code: number): Promise<void> {
    const serves = drainHandlers.length > 0;
    for (const announce of drainHandlers.splice(0)) announce();
    if (serves && code === 0 && drainSeconds > 0) await sleep(drainSeconds * 1000);
    await closeAll();
  }
  return {
    onDrain: (announce) => void drainHandlers.push(announce),
    onClose: (closer) => void closers.push(closer),
    get isStopping() {
      return isStopping;
    },
    stop(code) {
      if (isStopping) return;
      isStopping = true;
      end(code).then(
        () => exit(code),
        (error: unknown) => {
          log.fatal({ err: error }, 'shutdown failed');
          exit(1);
        },
      );
    },
    async settle() {
      if (isStopping) await closeAll();
    },
  };
}
