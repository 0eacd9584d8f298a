import type { Migrations } from '../../base/feature.ts';
import * as merchantFile from './057-merchant-file.ts';

export const MIGRATIONS: Migrations = {
  '057-merchant-file': merchantFile,
};
