import type { Migrations } from '../../base/feature.ts';
import * as merchantFile from './057-merchant-file.ts';
import * as oneRegistrationSwitch from './144-one-registration-switch.ts';

export const MIGRATIONS: Migrations = {
  '057-merchant-file': merchantFile,
  '144-one-registration-switch': oneRegistrationSwitch,
};
