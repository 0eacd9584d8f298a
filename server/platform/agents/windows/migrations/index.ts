import type { Migrations } from '../../../base/feature.ts';
import * as teamWindows from './155-team-windows.ts';

export const MIGRATIONS: Migrations = {
  '155-team-windows': teamWindows,
};
