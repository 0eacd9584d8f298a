import type { Migrations } from '../../../base/feature.ts';
import * as bonus from './232-bonus.ts';

export const MIGRATIONS: Migrations = {
  '232-bonus': bonus,
};
