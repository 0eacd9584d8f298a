import type { Migrations } from '../../../base/feature.ts';
import * as cash from './160-team-cash.ts';
import * as joins from './167-team-joins.ts';
import * as transactionTimes from './205-team-transaction-times.ts';
import * as rewards from './352-team-rewards.ts';

export const MIGRATIONS: Migrations = {
  '160-team-cash': cash,
  '167-team-joins': joins,
  '205-team-transaction-times': transactionTimes,
  '352-team-rewards': rewards,
};
