import type { Migrations } from '../../../base/feature.ts';
import * as promotions from './258-promotions.ts';
import * as promotionGives from './282-promotion-gives.ts';

export const MIGRATIONS: Migrations = {
  '258-promotions': promotions,
  '282-promotion-gives': promotionGives,
};
