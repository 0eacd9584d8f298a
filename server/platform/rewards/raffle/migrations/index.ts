import type { Migrations } from '../../../base/feature.ts';
import * as raffle from './265-raffle.ts';

export const MIGRATIONS: Migrations = {
  '265-raffle': raffle,
};
