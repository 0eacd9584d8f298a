import { sessionLogout } from '../../../shared/api/session/contract.ts';
import type { PersonalCache } from '../cache/personal-cache.ts';
import type { SignInCaptureDeps } from '../calls/sign-in-capture.ts';
import type { Upstream } from '../contracts.ts';
import type { EventStreams } from '../events/event-streams.ts';
import type { SessionStore } from './session-store.ts';

export interface ReplacedSessionDeps {
  readonly upstream: Upstream;
  readonly sessions: SessionStore;
  readonly events: EventStreams;
  readonly personalCache: PersonalCache;
}

/**
 * Ends the previous session of a browser at the next sign-in, in the background. A session that the platform could not end expires there by
 * itself.
 */
export function endReplacedSession({ upstream, sessions, events, personalCache }: ReplacedSessionDeps): SignInCaptureDeps['endReplaced'] {
  return (replaced, response) => {
    const { visitor, log } = response.locals;
    sessions.end(replaced.token);
    events.end(replaced.token);
    personalCache.invalidate(replaced.token);
    upstream.call(sessionLogout, {}, { ...visitor, session: replaced }).catch((error: unknown) => {
      log.warn({ err: error }, 'ending a replaced session failed');
    });
  };
}
