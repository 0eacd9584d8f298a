import type { Migrations } from '../../../base/feature.ts';
import * as records from './045-records.ts';
import * as recordSums from './054-record-sums.ts';
import * as sumsByStep from './333-sums-by-step.ts';

export const MIGRATIONS: Migrations = {
  '045-records': records,
  '054-record-sums': recordSums,
  '333-sums-by-step': sumsByStep,
};
