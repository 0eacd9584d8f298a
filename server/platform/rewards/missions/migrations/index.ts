import type { Migrations } from '../../../base/feature.ts';
import * as missions from './215-missions.ts';

export const MIGRATIONS: Migrations = {
  '215-missions': missions,
};
