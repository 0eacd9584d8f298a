import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';

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
  /** Currency of the member's wallet; empty without one. */
  currencyOf(executor: Executor, memberId: string): Promise<string>;
}
