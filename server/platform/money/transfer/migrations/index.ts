import type { Migrations } from '../../../base/feature.ts';
import * as transfers from './044-transfers.ts';

export const MIGRATIONS: Migrations = {
  '044-transfers': transfers,
};
