import type { Migrations } from '../../../base/feature.ts';
import * as promotions from './258-promotions.ts';

export const MIGRATIONS: Migrations = {
  '258-promotions': promotions,
};
