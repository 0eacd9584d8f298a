import type { AfterCommit, Executor } from '../../base/db/index.ts';
import type { InboxTemplate } from './tables.ts';

export interface InboxEntry {
  readonly memberId: string;
  readonly template: InboxTemplate;
  readonly params?: Readonly<Record<string, string | number>>;
  /** Page of this site about the subject ("/member/withdraw?id=…"). */
  readonly href?: string;
}

export interface Inbox {
  /** Call it in the transaction of the event; the member's browsers are notified after the commit. */
  post(executor: Executor, entry: InboxEntry, afterCommit: AfterCommit): Promise<void>;
  unread(executor: Executor, memberId: string): Promise<number>;
}
