import type { Migrations } from '../../../base/feature.ts';
import * as accounts from './010-accounts.ts';

export const MIGRATIONS: Migrations = {
  '010-accounts': accounts,
};
