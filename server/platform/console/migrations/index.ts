import type { Migrations } from '../../base/feature.ts';
import * as operatorDesk from './050-operator-desk.ts';
import * as siteChanges from './055-site-changes.ts';

export const MIGRATIONS: Migrations = {
  '050-operator-desk': operatorDesk,
  '055-site-changes': siteChanges,
};
