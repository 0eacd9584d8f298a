import type { Migrations } from '../../../base/feature.ts';
import * as teamWindows from './155-team-windows.ts';
import * as activeGaps from './166-active-gaps.ts';

export const MIGRATIONS: Migrations = {
  '155-team-windows': teamWindows,
  '166-active-gaps': activeGaps,
};
