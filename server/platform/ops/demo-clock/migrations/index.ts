import type { Migrations } from '../../../base/feature.ts';
import * as demoClock from './161-demo-clock.ts';

export const MIGRATIONS: Migrations = {
  '161-demo-clock': demoClock,
};
