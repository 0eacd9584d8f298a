export type { Inbox, InboxEntry } from './contracts.ts';
export { inboxFeature } from './feature.ts';
export { createInbox, type MemberInbox } from './inbox.ts';
export { inboxRoutes } from './routes.ts';
export type { InboxTemplate } from './tables.ts';
