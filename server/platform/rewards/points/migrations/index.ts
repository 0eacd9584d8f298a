import type { Migrations } from '../../../base/feature.ts';
import * as points from './185-points.ts';

export const MIGRATIONS: Migrations = {
  '185-points': points,
};
