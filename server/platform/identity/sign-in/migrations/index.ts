import type { Migrations } from '../../../base/feature.ts';
import * as access from './020-access.ts';

export const MIGRATIONS: Migrations = {
  '020-access': access,
};
