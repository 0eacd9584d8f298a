import type { Inbox, InboxEntry } from './contracts.ts';

/** An inbox that only records the posted messages. */
export function testInbox(): Inbox & { readonly posted: readonly InboxEntry[] } {
  const posted: InboxEntry[] = [];
  return { posted, post: async (_executor, entry) => void posted.push(entry), unread: async () => posted.length };
}
