import type { Migrations } from '../../../base/feature.ts';
import * as paymentProviders from './101-payment-providers.ts';

export const MIGRATIONS: Migrations = { '101-payment-providers': paymentProviders };
