import type { Migrations } from '../../../base/feature.ts';
import * as promotions from './258-promotions.ts';
import * as promotionGives from './282-promotion-gives.ts';
import * as promotionBlocks from './341-promotion-blocks.ts';

export const MIGRATIONS: Migrations = {
  '258-promotions': promotions,
  '282-promotion-gives': promotionGives,
  '341-promotion-blocks': promotionBlocks,
};
