import type { Logger } from 'pino';
import type { Units } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Uploads } from '../../base/uploads/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { FactStream } from '../../play/facts/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { BonusOrder } from '../bonus/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import type { FreeRoundOrder } from '../free-rounds/index.ts';
import type { Fund } from '../fund/index.ts';
import type { RaffleTickets } from '../raffle/index.ts';
import type { InTeam } from './audience.ts';

export interface PromotionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly log: Pick<Logger, 'error'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly translate: Translate;
  readonly hub: Pick<EventHub, 'publish'>;
  readonly facts: FactStream;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised' | 'refusePlay' | 'resting' | 'roomAtVendor'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
  readonly inbox: Pick<Inbox, 'post'>;
  readonly uploads: Pick<Uploads, 'claim'>;
  /** Offers a bonus; gives free rounds. */
  readonly grantBonus: (tx: Tx, afterCommit: AfterCommit, order: BonusOrder) => Promise<unknown>;
  readonly grantFreeRounds: (tx: Tx, afterCommit: AfterCommit, order: FreeRoundOrder) => Promise<unknown>;
  /** Refuses a stake in units that one of the games does not take. */
  readonly requireFreeRoundStake: (executor: Executor, games: readonly string[], stake: Units) => Promise<void>;
  readonly raffleTickets: Pick<RaffleTickets, 'grant' | 'isOpen'>;
  readonly inTeam: InTeam;
  /** Published promotions that are open to a member, those of texts included: the number of the badge. */
  countOpen(executor: Executor, memberId: string): Promise<number>;
  requireTime(): void;
}

/** Names of the consumers of play facts and of deposits. */
export const PLAY_CONSUMER = 'promotions';
export const DEPOSIT_CONSUMER = 'promotion deposits';
