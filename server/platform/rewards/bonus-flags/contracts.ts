import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Tx } from '../../base/db/index.ts';
import type { Opponents } from '../../play/contests/index.ts';
import type { FactStream } from '../../play/facts/index.ts';
import type { BonusStop } from '../bonus/index.ts';

export interface FlagDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly facts: FactStream;
  /** Which traits two members share, without addresses of carriers. */
  readonly opponents: Pick<Opponents, 'shared'>;
  readonly bonus: {
    stop(tx: Tx, afterCommit: AfterCommit, stop: BonusStop): Promise<void>;
    allow(tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<void>;
  };
  requireTime(): void;
}
