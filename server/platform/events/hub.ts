import type { MemberEvent } from '../../../shared/api/content-calls.ts';

/**
 * In-process fan-out of events to the streams of a member. Publish only after the commit: a listener may read at once.
 */
export interface EventHub {
  publish(memberId: string, event: MemberEvent): void;
  /** Calls the listener for each event of the member until the returned function is called. */
  subscribe(memberId: string, listener: (event: MemberEvent) => void): () => void;
}

export function createEventHub(): EventHub {
  const listeners = new Map<string, Set<(event: MemberEvent) => void>>();
  return {
    publish(memberId, event) {
      for (const listener of listeners.get(memberId) ?? []) listener(event);
    },
    subscribe(memberId, listener) {
      const own = listeners.get(memberId) ?? new Set();
      listeners.set(memberId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(memberId);
      };
    },
  };
}
