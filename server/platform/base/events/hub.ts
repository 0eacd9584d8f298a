import type { MemberEvent } from '../../../../shared/api/live/schemas.ts';

/** Prefix of a session's channel; every other channel is a member's id. */
export const SESSION_CHANNEL = 'session:';

/** Fan-out of events to the streams of a member. Publish after the commit only: listeners may read the database at once. */
export interface EventHub {
  /** To the member's streams on every node. */
  publish(memberId: string, event: MemberEvent): void;
  /** To the streams of this process only, for events that every node detects itself. */
  publishLocally(memberId: string, event: MemberEvent): void;
  /** To all members with a stream in this process. */
  broadcast(event: MemberEvent): void;
  /** Members with a stream in this process. */
  members(): readonly string[];
  /** Calls the listener for each event of the member until the returned function is called. */
  subscribe(memberId: string, listener: (event: MemberEvent) => void): () => void;
  /** False while events of other nodes cannot be received. */
  readonly isJoined: boolean;
  /** Calls the listener after a possible loss of events of other nodes, until the returned function is called. */
  watchGaps(listener: () => void): () => void;
}

/** The hub of one process. It loses no events. */
export interface LocalHub extends EventHub {
  notifyGap(): void;
}

export function createEventHub(): LocalHub {
  const listeners = new Map<string, Set<(event: MemberEvent) => void>>();
  const watchers = new Set<() => void>();
  const publish = (channel: string, event: MemberEvent) => {
    for (const listener of listeners.get(channel) ?? []) listener(event);
  };
  return {
    publish,
    publishLocally: publish,
    broadcast(event) {
      for (const [channel, memberListeners] of listeners) if (isMember(channel)) for (const listener of memberListeners) listener(event);
    },
    members: () => [...listeners.keys()].filter(isMember),
    subscribe(memberId, listener) {
      const memberListeners = listeners.get(memberId) ?? new Set();
      listeners.set(memberId, memberListeners.add(listener));
      return () => {
        memberListeners.delete(listener);
        if (memberListeners.size === 0) listeners.delete(memberId);
      };
    },
    isJoined: true,
    watchGaps(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    notifyGap() {
      for (const listener of watchers) listener();
    },
  };
}

function isMember(channel: string): boolean {
  return !channel.startsWith(SESSION_CHANNEL);
}
