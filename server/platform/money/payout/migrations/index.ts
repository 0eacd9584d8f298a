import type { Migrations } from '../../../base/feature.ts';
import * as payouts from './099-payouts.ts';

export const MIGRATIONS: Migrations = { '099-payouts': payouts };
