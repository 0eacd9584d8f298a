import type { Migrations } from '../../../base/feature.ts';
import * as referral from './240-referral.ts';

export const MIGRATIONS: Migrations = {
  '240-referral': referral,
};
