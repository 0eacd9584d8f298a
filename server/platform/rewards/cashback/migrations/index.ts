import type { Migrations } from '../../../base/feature.ts';
import * as cashback from './181-cashback.ts';
import * as pauses from './202-cashback-pauses.ts';
import * as cashbackLevels from './206-cashback-levels.ts';

export const MIGRATIONS: Migrations = {
  '202-cashback-pauses': pauses,
  '181-cashback': cashback,
  '206-cashback-levels': cashbackLevels,
};
