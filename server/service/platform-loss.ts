import type { Logger } from 'pino';
import { EmbeddedFailure } from '../embedded-thread.ts';
import type { Lifecycle } from './lifecycle.ts';

/** The embedded platform ended while the service runs: the service ends with the reason. */
export function stopOnPlatformLoss(log: Logger, lifecycle: Lifecycle): (reason: unknown) => void {
  return (reason) => {
    log.fatal({ err: reason }, 'embedded platform ended unexpectedly');
    if (reason instanceof EmbeddedFailure) process.stderr.write(`The service ends: ${reason.message}\n`);
    lifecycle.stop(1);
  };
}
