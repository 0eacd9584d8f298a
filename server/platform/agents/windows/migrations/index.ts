import type { Migrations } from '../../../base/feature.ts';
import * as teamWindows from './155-team-windows.ts';
import * as activeGaps from './166-active-gaps.ts';
import * as activeDays from './168-active-days.ts';

export const MIGRATIONS: Migrations = {
  '155-team-windows': teamWindows,
  '166-active-gaps': activeGaps,
  '168-active-days': activeDays,
};
