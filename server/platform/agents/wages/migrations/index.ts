import type { Migrations } from '../../../base/feature.ts';
import * as wages from './157-wages.ts';

export const MIGRATIONS: Migrations = {
  '157-wages': wages,
};
