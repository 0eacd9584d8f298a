import type { Migrations } from '../../../base/feature.ts';
import * as cash from './160-team-cash.ts';

export const MIGRATIONS: Migrations = {
  '160-team-cash': cash,
};
