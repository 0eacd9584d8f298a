import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Tx } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { FactStream } from '../../play/facts/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';

export interface RaffleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly log: Pick<Logger, 'error'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly translate: Translate;
  readonly facts: FactStream;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised' | 'refusePlay' | 'resting' | 'roomAtVendor'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
  readonly inbox: Pick<Inbox, 'post'>;
  requireTime(): void;
}

/** What promotions give of a raffle. */
export interface RaffleTickets {
  /**
   * Gives tickets to a member, who takes part from then on; not above the most of the rule, and once for each reference. Refuses with `raffle_closed` and
   * `raffle_not_begun`. The caller has locked the wallet and has checked whether the member may receive it.
   */
  grant(tx: Tx, afterCommit: AfterCommit, grant: TicketGrant): Promise<void>;
  /** Whether tickets can be had now. If they can, the raffle does not close before the end of the transaction. */
  isOpen(tx: Tx, raffleId: string): Promise<boolean>;
}

export interface TicketGrant {
  readonly memberId: string;
  readonly raffleId: string;
  readonly tickets: number;
  /** Of the reward. */
  readonly reference: string;
}

/** Names of the consumers of play facts and of deposits. */
export const PLAY_CONSUMER = 'raffles';
export const DEPOSIT_CONSUMER = 'raffle deposits';
