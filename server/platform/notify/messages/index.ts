export { type Messages, type MessageTemplate, NO_SERVICE, type OutboxMessage, type OutgoingMessage } from './contracts.ts';
export { messagesFeature } from './feature.ts';
export { createMessages, type MessagesDeps } from './messages.ts';
