import type { Migrations } from '../../../base/feature.ts';
import * as raffle from './265-raffle.ts';
import * as raffleGrants from './340-raffle-grants.ts';

export const MIGRATIONS: Migrations = {
  '265-raffle': raffle,
  '340-raffle-grants': raffleGrants,
};
