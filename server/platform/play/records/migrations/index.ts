import type { Migrations } from '../../../base/feature.ts';
import * as records from './045-records.ts';
import * as recordSums from './054-record-sums.ts';

export const MIGRATIONS: Migrations = {
  '045-records': records,
  '054-record-sums': recordSums,
};
