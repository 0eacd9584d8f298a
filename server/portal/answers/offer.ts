import type { AnyCall } from '../../../shared/api/define-call.ts';
import { MINUTE_MS } from '../../../shared/time.ts';

/** What the platform offers, as its answers show it. */
export interface Offer {
  /** Records an answer: the call exists, or not; a public call may need a token. */
  note(call: AnyCall, found: 'there' | 'missing' | 'needs-token'): void;
  /** True for a minute after the platform answered that it has no such call. */
  isMissing(callId: string): boolean;
  /** True if the platform has answered the call with an envelope. */
  hasAnswered(callId: string): boolean;
  needsToken(callId: string): boolean;
  /** True if the platform answers lists of games to members only. */
  readonly hasMemberLists: boolean;
  /** Ids of the calls that the platform does not have, in order. */
  missing(): readonly string[];
  /** Records whether the latest answer of a call could be read. */
  noteReading(callId: string, isReadable: boolean): void;
  /** Ids of the calls whose latest answer could not be read, in order. */
  unreadable(): readonly string[];
}

/** A platform may get a call while the portal runs. */
const ASK_AGAIN_MS = MINUTE_MS;

export function createOffer(onChange: () => void = () => undefined, now: () => number = () => performance.now()): Offer {
  const missing = new Map<string, number>();
  const closed = new Set<string>();
  const answered = new Set<string>();
  const unreadable = new Set<string>();
  return {
    note({ id, token, answer }, found) {
      // After the first answer a 404 is about what was requested, which a visitor may choose.
      if (found === 'missing' && (answered.has(id) || answer === 'picture')) return;
      const before = missing.has(id);
      if (found === 'missing') missing.set(id, now());
      else missing.delete(id);
      if (found === 'there') answered.add(id);
      const isClosed = found === 'needs-token' && token === 'none';
      const changed = before !== missing.has(id) || (isClosed && !closed.has(id));
      if (isClosed) closed.add(id);
      if (changed) onChange();
    },
    isMissing: (id) => now() - (missing.get(id) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS,
    hasAnswered: (id) => answered.has(id),
    needsToken: (id) => closed.has(id),
    get hasMemberLists() {
      return closed.size > 0;
    },
    missing: () => [...missing.keys()].sort(),
    noteReading: (id, isReadable) => void (isReadable ? unreadable.delete(id) : unreadable.add(id)),
    unreadable: () => [...unreadable].sort(),
  };
}

/** The call as a platform takes it that answers members only: with the session's token, never cached. */
export function withToken<C extends AnyCall>(call: C): C {
  return { ...call, token: 'optional', cacheSeconds: 0 };
}
