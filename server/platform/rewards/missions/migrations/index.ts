import type { Migrations } from '../../../base/feature.ts';
import * as missions from './215-missions.ts';
import * as boards from './300-mission-boards.ts';

export const MIGRATIONS: Migrations = {
  '215-missions': missions,
  '300-mission-boards': boards,
};
