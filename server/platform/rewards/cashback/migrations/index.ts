import type { Migrations } from '../../../base/feature.ts';
import * as cashback from './181-cashback.ts';

export const MIGRATIONS: Migrations = {
  '181-cashback': cashback,
};
