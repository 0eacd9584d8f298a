import type { FunctionLengths } from './function-length.ts';

/** Functions over the limit, each with its present length as its own limit. Shorten them; do not add any. */
export const LONGER_FUNCTIONS: FunctionLengths = {
  'server/portal/access/site.ts': { createSite: 89 },
};
