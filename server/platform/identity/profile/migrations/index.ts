import type { Migrations } from '../../../base/feature.ts';
import * as profile from './046-profile.ts';

export const MIGRATIONS: Migrations = {
  '046-profile': profile,
};
