import type { Migrations } from '../../../base/feature.ts';
import * as wages from './157-wages.ts';
import * as paidWages from './165-paid-wages.ts';

export const MIGRATIONS: Migrations = {
  '157-wages': wages,
  '165-paid-wages': paidWages,
};
