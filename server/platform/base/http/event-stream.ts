import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall } from '../../../../shared/api/define-call.ts';
import type { OpenStream } from './binding.ts';

const HEARTBEAT_MS = 15_000;
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  // nginx and similar proxies would buffer the events.
  'X-Accel-Buffering': 'no',
};

export interface EventStreams {
  /** Responds with a stream until either side ends it. */
  answer(call: AnyCall, open: OpenStream, request: Request, response: Response): Promise<void>;
  endAll(): void;
}

export function createEventStreams(heartbeatMs: number = HEARTBEAT_MS): EventStreams {
  const running = new Set<() => void>();
  return {
    async answer(call, open, request, response) {
      response.status(200).set(HEADERS);
      response.flushHeaders();
      const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
      let stop: (() => void) | undefined;
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        running.delete(end);
        clearInterval(heartbeat);
        stop?.();
        response.end();
      };
      running.add(end);
      request.once('close', end);
      response.once('close', end);
      // The publisher has just moved money: a failed event must not fail that.
      const send = (event: unknown) => {
        const checked = v.safeParse(call.value, event);
        if (!checked.success)
          (response.locals.log as Logger).error({ call: call.id, issues: checked.issues.length }, 'an event does not fit');
        else if (!ended) response.write(`data: ${JSON.stringify(checked.output)}\n\n`);
      };
      try {
        stop = await open({ send, end });
      } catch (error) {
        end();
        throw error;
      }
      // The client may have disconnected while the stream was opening.
      if (ended) stop();
    },
    endAll() {
      for (const end of [...running]) end();
    },
  };
}
