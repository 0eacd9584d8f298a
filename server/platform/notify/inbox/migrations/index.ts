import type { Migrations } from '../../../base/feature.ts';
import * as inbox from './047-inbox.ts';

export const MIGRATIONS: Migrations = {
  '047-inbox': inbox,
};
