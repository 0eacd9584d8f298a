import type { MemberEvent } from '../../../shared/api/live/schemas.ts';

type EventType = MemberEvent['type'];
type Listener = (event: MemberEvent) => void;

const listeners = new Map<EventType, Set<Listener>>();
/** The latest event of each type received before the first listener: islands hydrate one after the other. */
const undelivered = new Map<EventType, MemberEvent>();

/** Delivers a live event of the member to every island of the page. */
export function publishLive(event: MemberEvent): void {
  const listenersOfType = listeners.get(event.type);
  if (listenersOfType && listenersOfType.size > 0) for (const listener of [...listenersOfType]) listener(event);
  else undelivered.set(event.type, event);
}

/**
 * Calls the listener for each event of a type, and at once for an event received before the first listener. Returns the
 * function that stops it.
 */
export function onLive<Type extends EventType>(
  type: Type,
  listener: (event: Extract<MemberEvent, { readonly type: Type }>) => void,
): () => void {
  const listenersOfType = listeners.get(type) ?? new Set();
  listeners.set(type, listenersOfType.add(listener as Listener));
  const undeliveredEvent = undelivered.get(type);
  if (undeliveredEvent) {
    undelivered.delete(type);
    (listener as Listener)(undeliveredEvent);
  }
  return () => void listenersOfType.delete(listener as Listener);
}
