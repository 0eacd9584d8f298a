import type { MemberEvent } from '../../../shared/api/content-calls.ts';

type EventType = MemberEvent['type'];
type Listener = (event: MemberEvent) => void;

const listeners = new Map<EventType, Set<Listener>>();
/** The latest event of each type received before the first listener: islands hydrate one after the other. */
const unheard = new Map<EventType, MemberEvent>();

/** Delivers a live event of the member to every island of the page. */
export function announceLive(event: MemberEvent): void {
  const own = listeners.get(event.type);
  if (own && own.size > 0) for (const heard of [...own]) heard(event);
  else unheard.set(event.type, event);
}

/**
 * Calls `heard` for each event of a type, and at once for an event received before the first listener. Returns the
 * function that stops it.
 */
export function onLive<Type extends EventType>(
  type: Type,
  heard: (event: Extract<MemberEvent, { readonly type: Type }>) => void,
): () => void {
  const own = listeners.get(type) ?? new Set();
  listeners.set(type, own.add(heard as Listener));
  const missed = unheard.get(type);
  if (missed) {
    unheard.delete(type);
    (heard as Listener)(missed);
  }
  return () => void own.delete(heard as Listener);
}
