import type { Selectable } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Tx } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { GameDirectory } from '../../play/vendors/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { BonusOrder } from '../bonus/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import type { FreeRoundTables } from './tables.ts';

export type GrantRow = Selectable<FreeRoundTables['free_round_grant']>;

export interface FreeRoundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  readonly games: Pick<GameDirectory, 'findMany'>;
  readonly protection: Pick<Protection, 'resting' | 'mayBeAdvertised' | 'refusePlay' | 'roomAtVendor'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
  readonly inbox: Inbox;
  readonly translate: Translate;
  /** Offers the wins of a grant as a bonus. */
  readonly grantBonus: (tx: Tx, afterCommit: AfterCommit, order: BonusOrder) => Promise<unknown>;
  requireTime(): void;
}

/** Free rounds for one member. */
export interface FreeRoundOrder {
  readonly memberId: string;
  readonly source: GrantRow['source'];
  /** The same reference gives once. */
  readonly reference: string;
  /** Shown to the member. */
  readonly reason: string;
  /** Ids of slots of one vendor. */
  readonly games: readonly string[];
  readonly rounds: number;
  /** Of each round; all of the games take it, as far as their stakes are known. */
  readonly stake: Units;
  /** Null: wins are real money at once. */
  readonly bonus: FreeRoundBonus | null;
  /** No round is played from this time on. */
  readonly until: Date;
}

/** Wins become one bonus, which is offered when the grant has ended. */
export interface FreeRoundBonus {
  /** Multiple of the wins. */
  readonly wagering: number;
  /** From the acceptance. */
  readonly days: number;
}
