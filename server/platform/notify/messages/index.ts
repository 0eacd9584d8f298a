export type { Messages, MessageTemplate, OutboxMessage, OutgoingMessage } from './contracts.ts';
export { messagesFeature } from './feature.ts';
export { createMessages, type MessagesDeps } from './messages.ts';
