import type { Migrations } from '../../../base/feature.ts';
import * as withdrawals from './043-withdrawals.ts';
import * as waivedTurnover from './121-waived-turnover.ts';

export const MIGRATIONS: Migrations = {
  '043-withdrawals': withdrawals,
  '121-waived-turnover': waivedTurnover,
};
