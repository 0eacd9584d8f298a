import type { Migrations } from '../../../base/feature.ts';
import * as wages from './157-wages.ts';
import * as dividendBonuses from './162-dividend-bonuses.ts';
import * as paidWages from './165-paid-wages.ts';
import * as paidHours from './191-paid-hours.ts';
import * as spans from './210-wage-spans.ts';

export const MIGRATIONS: Migrations = {
  '157-wages': wages,
  '162-dividend-bonuses': dividendBonuses,
  '165-paid-wages': paidWages,
  '191-paid-hours': paidHours,
  '210-wage-spans': spans,
};
