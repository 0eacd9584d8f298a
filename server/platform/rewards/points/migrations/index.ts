import type { Migrations } from '../../../base/feature.ts';
import * as points from './185-points.ts';
import * as payments from './186-point-payments.ts';
import * as drawings from './187-point-drawings.ts';
import * as factors from './370-point-factors.ts';

export const MIGRATIONS: Migrations = {
  '185-points': points,
  '186-point-payments': payments,
  '187-point-drawings': drawings,
  '370-point-factors': factors,
};
