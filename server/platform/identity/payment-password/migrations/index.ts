import type { Migrations } from '../../../base/feature.ts';
import * as paymentPasswordTries from './088-payment-password-tries.ts';
import * as runningPaymentTries from './120-running-payment-tries.ts';

export const MIGRATIONS: Migrations = {
  '088-payment-password-tries': paymentPasswordTries,
  '120-running-payment-tries': runningPaymentTries,
};
