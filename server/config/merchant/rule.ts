import type { MerchantSettings } from '../../platform/merchant/index.ts';
import type { Source } from '../read-value.ts';
import { displayValue, type Problem } from './paths.ts';
import type { MerchantFile } from './schema.ts';

/** A file whose values are valid individually, with the resulting settings. */
export interface RuleInput {
  readonly file: MerchantFile;
  readonly settings: MerchantSettings;
  readonly environment: Source;
}

/** A check across several values. Runs only if no key below `needs` has a problem of its own. */
export interface Rule {
  readonly needs: readonly string[];
  find(input: RuleInput): readonly (Problem | false | undefined)[];
}

export const problem = (path: string, value: unknown, wanted: string): Problem => ({ path, value: displayValue(value), wanted });
