import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { FactStream } from '../../play/facts/index.ts';
import type { RewardCentre } from '../centre/index.ts';

export interface CountDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly facts: FactStream;
  /** Facts that are no play. */
  readonly memberFacts: FactStream;
  readonly hub: Pick<EventHub, 'publish'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
  requireTime(): void;
}
