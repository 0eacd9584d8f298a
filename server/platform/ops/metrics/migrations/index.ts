import type { Migrations } from '../../../base/feature.ts';
import * as writeProbe from './081-write-probe.ts';

export const MIGRATIONS: Migrations = {
  '081-write-probe': writeProbe,
};
