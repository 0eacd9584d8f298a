import type { Migrations } from '../../../base/feature.ts';
import * as seen from './201-seen-rewards.ts';

export const MIGRATIONS: Migrations = { '201-seen-rewards': seen };
