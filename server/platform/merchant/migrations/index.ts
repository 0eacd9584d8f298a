import type { Migrations } from '../../base/feature.ts';
import * as merchantFile from './057-merchant-file.ts';
import * as oneRegistrationSwitch from './144-one-registration-switch.ts';
import * as namesOfLimits from './295-names-of-limits.ts';
import * as revealUnknown from './332-reveal-unknown.ts';

export const MIGRATIONS: Migrations = {
  '057-merchant-file': merchantFile,
  '144-one-registration-switch': oneRegistrationSwitch,
  '295-names-of-limits': namesOfLimits,
  '332-reveal-unknown': revealUnknown,
};
