import type { Migrations } from '../../../base/feature.ts';
import * as bonus from './232-bonus.ts';
import * as stops from './350-bonus-stops.ts';

export const MIGRATIONS: Migrations = {
  '232-bonus': bonus,
  '350-bonus-stops': stops,
};
