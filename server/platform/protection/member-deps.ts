import type { Clock } from '../clock.ts';
import type { Database, Executor } from '../db/database.ts';
import type { EventHub } from '../events/hub.ts';
import type { Translate } from '../http/translate-text.ts';
import type { Inbox } from '../inbox/index.ts';
import type { Secrets } from '../secrets.ts';
import type { Wallet } from '../wallet/index.ts';

/** Dependencies of the member's calls (limits, breaks, reality checks). */
export interface MemberDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Wallet;
  readonly hub: EventHub;
  readonly inbox: Inbox;
  readonly translate: Translate;
  readonly secrets: Secrets;
  /** Wire code of the member's language. */
  languageOf(executor: Executor, memberId: string): Promise<string>;
}
