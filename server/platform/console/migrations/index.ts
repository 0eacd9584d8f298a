import type { Migrations } from '../../base/feature.ts';
import * as operatorConsole from './048-console.ts';
import * as operatorDesk from './050-operator-desk.ts';
import * as siteChanges from './055-site-changes.ts';
import * as logCheckpoint from './056-log-checkpoint.ts';

export const MIGRATIONS: Migrations = {
  '048-console': operatorConsole,
  '050-operator-desk': operatorDesk,
  '055-site-changes': siteChanges,
  '056-log-checkpoint': logCheckpoint,
};
