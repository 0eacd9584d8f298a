import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { type Lookups, newLookups } from '../edge/request-times.ts';
import { BoundedMap } from './bounded-map.ts';

/** Answers that every page of a signed-in member needs, cached for a few seconds per session. */
export interface PersonalCache {
  get(token: string, call: AnyCall, load: () => Promise<Envelope<unknown>>): Promise<Envelope<unknown>>;
  /** Drops the answers of a session that may have changed, including one that is still under way. */
  invalidate(token: string): void;
  readonly lookups: Lookups;
  readonly size: number;
}

interface CachedAnswer {
  readonly answer: Promise<Envelope<unknown>>;
  readonly until: number;
}

const TTL_MS = 3_000;
const MAX_SESSIONS = 10_000;

export function createPersonalCache(now: () => number = () => performance.now()): PersonalCache {
  const sessions = new BoundedMap<string, Map<string, CachedAnswer>>(MAX_SESSIONS);
  const lookups = newLookups();
  return {
    lookups,
    get size() {
      return sessions.size;
    },
    get(token, call, load) {
      const answers = sessions.get(token) ?? new Map<string, CachedAnswer>();
      const known = answers.get(call.id);
      if (known && known.until > now()) {
        lookups.hit++;
        return known.answer;
      }
      lookups.miss++;
      const answer = load();
      answers.set(call.id, { answer, until: now() + TTL_MS });
      sessions.set(token, answers);
      answer.then(
        (envelope) => {
          if (!envelope.success) answers.delete(call.id);
        },
        () => answers.delete(call.id),
      );
      return answer;
    },
    invalidate(token) {
      sessions.delete(token);
    },
  };
}
