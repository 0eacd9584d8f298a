import { eventStream } from '../../../../shared/api/live/contract.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { EventHub } from '../../base/events/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { createWorkQueue } from '../../base/work-queue.ts';
import { sessionChannel } from '../sessions/index.ts';
import { type FollowDeps, followMember } from './follow.ts';

export interface EventRouteDeps extends FollowDeps {
  readonly hub: EventHub;
}

/** Tabs of a browser share one stream, so no browser reaches this number. */
const STREAMS_PER_MEMBER = 20;
/** Interval of the session check: it ends the streams of expired sessions, and delivers changes that a killed node did not publish. */
const CHECK_MS = MINUTE_MS;
const RETRY_MS = 2_000;
/** Concurrent reads after a gap, when all streams read their state. The rest of the connection pool stays free for requests. */
const READ_AT_ONCE = 4;

export function eventRoutes({ hub, ...deps }: EventRouteDeps): readonly BoundCall[] {
  const open = new Map<string, number>();
  const runQueued = createWorkQueue({ running: READ_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  return [
    bind(eventStream, async ({ actor: { memberId, sessionId }, log }) => {
      const count = (open.get(memberId) ?? 0) + 1;
      if (count > STREAMS_PER_MEMBER) throw new Refusal('too_many_requests');
      open.set(memberId, count);
      return async ({ send, end }) => {
        const finish = () => {
          send({ type: 'session-ended' });
          end();
        };
        let retry: NodeJS.Timeout | undefined;
        let isQueued = false;
        const check = async () => {
          isQueued = false;
          if (isOpen) await follower.refresh();
        };
        // At most one queued read per stream: gaps can occur faster than a slow database answers.
        const checkSoon = () => {
          if (isQueued) return;
          isQueued = true;
          void runQueued(check).catch((error: unknown) => {
            log.error({ err: error }, 'event stream could not read session and state');
            clearTimeout(retry);
            retry = isOpen ? setTimeout(checkSoon, RETRY_MS) : undefined;
          });
        };
        const follower = followMember(deps, { memberId, sessionId, send, finish, readSoon: checkSoon });
        const timer = setInterval(checkSoon, CHECK_MS);
        let isOpen = true;
        // Subscribe before reading: a change in between is sent too, and its version shows which is newer.
        const unsubscribers = [
          hub.subscribe(memberId, follower.onEvent),
          hub.subscribe(sessionChannel(sessionId), finish),
          hub.watchGaps(checkSoon),
        ];
        const stop = () => {
          isOpen = false;
          clearInterval(timer);
          clearTimeout(retry);
          for (const each of unsubscribers) each();
          const remaining = (open.get(memberId) ?? 1) - 1;
          if (remaining > 0) open.set(memberId, remaining);
          else open.delete(memberId);
        };
        send({ type: 'hello' });
        await follower.refresh().catch((error: unknown) => {
          stop();
          throw error;
        });
        return stop;
      };
    }),
  ];
}
