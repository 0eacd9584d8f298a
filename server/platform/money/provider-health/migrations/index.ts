import type { Migrations } from '../../../base/feature.ts';
import * as paymentProviders from './128-payment-providers.ts';

export const MIGRATIONS: Migrations = { '128-payment-providers': paymentProviders };
