import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { BoundedMap } from '../bounded-map.ts';
import { type Lookups, newLookups } from '../request-times.ts';

/** Answers that every page of a signed-in member needs, cached for a few seconds per session. */
export interface PersonalCache {
  holds(call: AnyCall): boolean;
  get(token: string, call: AnyCall, load: () => Promise<Envelope<unknown>>): Promise<Envelope<unknown>>;
  /** Drops the answers of a session that may have changed, including one that is still under way. */
  forget(token: string): void;
  readonly lookups: Lookups;
  readonly size: number;
}

interface Kept {
  readonly answer: Promise<Envelope<unknown>>;
  readonly until: number;
}

const KEPT_MS = 3_000;
const MAX_SESSIONS = 10_000;
const KEPT_CALLS: readonly string[] = ['wallet.balance', 'member.info'];

export function createPersonalCache(now: () => number = () => performance.now()): PersonalCache {
  const sessions = new BoundedMap<string, Map<string, Kept>>(MAX_SESSIONS);
  const lookups = newLookups();
  return {
    lookups,
    get size() {
      return sessions.size;
    },
    holds: (call) => KEPT_CALLS.includes(call.id),
    get(token, call, load) {
      const kept = sessions.get(token) ?? new Map<string, Kept>();
      const known = kept.get(call.id);
      if (known && known.until > now()) {
        lookups.hit++;
        return known.answer;
      }
      lookups.miss++;
      const answer = load();
      kept.set(call.id, { answer, until: now() + KEPT_MS });
      sessions.set(token, kept);
      answer.then(
        (envelope) => {
          if (!envelope.success) kept.delete(call.id);
        },
        () => kept.delete(call.id),
      );
      return answer;
    },
    forget(token) {
      sessions.delete(token);
    },
  };
}
