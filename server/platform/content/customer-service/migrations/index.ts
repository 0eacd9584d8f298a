import type { Migrations } from '../../../base/feature.ts';
import * as feedbackNumber from './098-feedback-number.ts';

export const MIGRATIONS: Migrations = {
  '098-feedback-number': feedbackNumber,
};
