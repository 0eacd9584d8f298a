import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../db/database.ts';
import type { EventHub } from '../events/hub.ts';
import type { Say } from '../http/texts.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Secrets } from '../secrets.ts';
import type { Wallet } from '../wallet/index.ts';

/** What the member's own steps (limits, breaks, reality checks) work with. */
export interface MemberDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly hub: EventHub;
  readonly inbox: Inbox;
  readonly say: Say;
  readonly secrets: Secrets;
  /** Language on the wire that the member reads. */
  languageOf(executor: Executor, memberId: string): Promise<string>;
}
