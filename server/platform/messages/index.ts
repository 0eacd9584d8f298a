export type { Messages, MessageTemplate, OutgoingMessage, ShownMessage } from './contracts.ts';
export { createMessages, type MessagesDeps } from './messages.ts';
