import type { Migrations } from '../../feature.ts';
import * as dataKey from './080-data-key.ts';

export const MIGRATIONS: Migrations = {
  '080-data-key': dataKey,
};
