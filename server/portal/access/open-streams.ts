import { eventStream } from '../../../shared/api/live/calls.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Visitor } from '../contracts.ts';
import type { EdgeResponse, EdgeStage } from '../edge/edge-stage.ts';
import { STUDIO_STREAM } from '../services/studio.ts';

export interface OpenStreamsDeps {
  /** True while the site admits this visitor. */
  readonly isAdmitted: (visitor: Visitor) => boolean | Promise<boolean>;
  readonly everyMs?: number;
}

export interface OpenStreams {
  /** Registers streams; runs after the access stage. */
  readonly handle: EdgeStage;
  /** Ends the streams of visitors whom the site does not admit any more. */
  recheck(): Promise<void>;
  close(): void;
}

const EVERY_MS = 5_000;

/**
 * A stream is checked at its start and then stays open for hours, so maintenance and region rules that start later end it. The browser's
 * next request gets the reason.
 */
export function createOpenStreams({ isAdmitted, everyMs = EVERY_MS }: OpenStreamsDeps): OpenStreams {
  const open = new Set<EdgeResponse>();
  const recheck = async () => {
    await Promise.all(
      [...open].map(async (response) => {
        if (!(await isAdmitted(response.locals.visitor))) response.destroy();
      }),
    );
  };
  // If the platform cannot be reached, nothing changes.
  const rechecks = createLoop(
    async () => {
      await recheck().catch(() => undefined);
      return everyMs;
    },
    { firstAfterMs: everyMs },
  );
  rechecks.start();
  return {
    handle(request, response, next) {
      if (request.url.startsWith(eventStream.path) || STUDIO_STREAM.test(request.url)) {
        open.add(response);
        response.once('close', () => open.delete(response));
      }
      next();
    },
    recheck,
    close: () => void rechecks.stop(),
  };
}
