import type { Migrations } from '../../base/feature.ts';
import * as operatorConsole from './048-console.ts';
import * as logCheckpoint from './056-log-checkpoint.ts';

export const MIGRATIONS: Migrations = {
  '048-console': operatorConsole,
  '056-log-checkpoint': logCheckpoint,
};
