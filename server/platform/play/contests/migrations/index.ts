import type { Migrations } from '../../../base/feature.ts';
import * as contests from './090-contests.ts';

export const MIGRATIONS: Migrations = {
  '090-contests': contests,
};
