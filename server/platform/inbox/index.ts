export { INBOX_TEMPLATES, type Inbox, type InboxEntry, type InboxTemplate } from './contracts.ts';
export { createInbox, type MemberInbox } from './inbox.ts';
export { inboxRoutes } from './routes.ts';
