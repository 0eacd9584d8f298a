import type { Migrations } from '../../../base/feature.ts';
import * as stakeAtRisk from './087-stake-at-risk.ts';

export const MIGRATIONS: Migrations = {
  '087-stake-at-risk': stakeAtRisk,
};
