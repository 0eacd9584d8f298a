import { eventStream } from '../../../shared/api/content-calls.ts';
import type { EdgeResponse, EdgeStage, Visitor } from '../contracts.ts';
import { STUDIO_STREAM } from '../proxy/studio.ts';

export interface OpenStreamsDeps {
  /** True while the site lets this visitor in. */
  readonly isOpen: (visitor: Visitor) => boolean | Promise<boolean>;
  readonly everyMs?: number;
}

export interface OpenStreams {
  /** Notes streams on their way; after the access stage, which lets them in. */
  readonly handle: EdgeStage;
  /** Ends the streams of visitors whom the site lets in no more. */
  judge(): Promise<void>;
  close(): void;
}

const EVERY_MS = 5_000;

/**
 * A stream is judged when it begins and then goes on for hours: maintenance and region rules that begin meanwhile end it. The next
 * request of the browser is told why.
 */
export function createOpenStreams({ isOpen, everyMs = EVERY_MS }: OpenStreamsDeps): OpenStreams {
  const open = new Set<EdgeResponse>();
  const judge = async () => {
    await Promise.all(
      [...open].map(async (response) => {
        if (!(await isOpen(response.locals.visitor))) response.destroy();
      }),
    );
  };
  // A platform that cannot be asked changes nothing.
  const timer = setInterval(() => void judge().catch(() => undefined), everyMs).unref();
  return {
    handle(request, response, next) {
      if (request.url.startsWith(eventStream.path) || STUDIO_STREAM.test(request.url)) {
        open.add(response);
        response.once('close', () => open.delete(response));
      }
      next();
    },
    judge,
    close: () => clearInterval(timer),
  };
}
