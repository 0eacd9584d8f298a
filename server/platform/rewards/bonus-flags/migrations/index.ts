import type { Migrations } from '../../../base/feature.ts';
import * as flags from './351-bonus-flags.ts';

export const MIGRATIONS: Migrations = {
  '351-bonus-flags': flags,
};
