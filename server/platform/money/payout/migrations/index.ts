import type { Migrations } from '../../../base/feature.ts';
import * as payouts from './126-payouts.ts';

export const MIGRATIONS: Migrations = { '126-payouts': payouts };
