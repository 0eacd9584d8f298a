import type { Selectable } from 'kysely';
import type { BonusSource } from '../../../../shared/api/bonus/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { FactStream } from '../../play/facts/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';
import type { BonusTables } from './tables.ts';

export type BonusRow = Selectable<BonusTables['bonus']>;

export interface BonusDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Pick<Wallet, 'accounts' | 'lockWallets' | 'setPools' | 'transfer'>;
  readonly facts: FactStream;
  readonly protection: Pick<Protection, 'resting' | 'mayBeAdvertised' | 'refusePlay' | 'roomAtVendor'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  requireTime(): void;
}

/** A bonus for one member, with the terms that the member accepts. */
export interface BonusOrder {
  readonly memberId: string;
  readonly source: BonusSource;
  /** The same reference gives one bonus. */
  readonly reference: string;
  readonly amount: Units;
  /** Multiple of the amount. */
  readonly wagering: number;
  /** From the acceptance. */
  readonly days: number;
  /** Highest stake of one bet; null: none. */
  readonly maxBet: Units | null;
  /** Own money of the wallet that waits with the bonus, as far as it is there; absent: none. */
  readonly held?: Units;
  readonly rule?: string;
  /** Shown to the member. */
  readonly reason: string;
  /** Until when the member may accept. */
  readonly until: Date;
}
