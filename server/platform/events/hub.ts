import type { MemberEvent } from '../../../shared/api/content-calls.ts';

/** What the channel of a single session begins with; every other channel is a member's id. */
export const SESSION_CHANNEL = 'session:';

/**
 * In-process fan-out of events to the streams of a member. Publish only after the commit: a listener may read at once.
 */
export interface EventHub {
  publish(memberId: string, event: MemberEvent): void;
  /** To every member who listens. */
  broadcast(event: MemberEvent): void;
  /** Members who listen to this process. */
  members(): readonly string[];
  /** Calls the listener for each event of the member until the returned function is called. */
  subscribe(memberId: string, listener: (event: MemberEvent) => void): () => void;
}

export function createEventHub(): EventHub {
  const listeners = new Map<string, Set<(event: MemberEvent) => void>>();
  return {
    publish(memberId, event) {
      for (const listener of listeners.get(memberId) ?? []) listener(event);
    },
    broadcast(event) {
      for (const [channel, own] of listeners) if (isMember(channel)) for (const listener of own) listener(event);
    },
    members: () => [...listeners.keys()].filter(isMember),
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

function isMember(channel: string): boolean {
  return !channel.startsWith(SESSION_CHANNEL);
}
