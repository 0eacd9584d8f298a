export { createEventHub, type EventHub, SESSION_CHANNEL } from './hub.ts';
export { createSharedHub } from './shared-hub.ts';
