import type { Migrations } from '../../../base/feature.ts';
import * as missions from './215-missions.ts';
import * as boards from './300-mission-boards.ts';
import * as sizes from './376-sizes-of-rounds.ts';

export const MIGRATIONS: Migrations = {
  '215-missions': missions,
  '300-mission-boards': boards,
  '376-sizes-of-rounds': sizes,
};
