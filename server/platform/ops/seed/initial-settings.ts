import * as v from 'valibot';
import {
  adjustmentRules,
  DEFAULT_DEPOSIT_RULES,
  DEFAULT_WITHDRAWAL_RULES,
  type MerchantSettings,
  payoutRules,
  profileRules,
} from '../../merchant/index.ts';
import { demoSettings } from './demo-settings.ts';

/** Off by default: they need an external service or a decision of the merchant. */
const OFF = [
  ...['smsLogin', 'mobileRegister', 'phoneRecovery', 'emailRecovery', 'codeLogin', 'mobileWithPassword'],
  ...['freePlay', 'transferUpline'],
] as const;

/** Defaults of a merchant file: nothing of the demo, and the strict option where there is one. */
export function initialSettings(): MerchantSettings {
  const demo = demoSettings();
  return {
    ...demo,
    brandName: 'Site',
    features: { ...demo.features, ...Object.fromEntries(OFF.map((name) => [name, false])) },
    registration: { ...demo.registration, mobileRegister: false },
    resources: [],
    vipLevels: [],
    deposits: DEFAULT_DEPOSIT_RULES,
    protection: { jurisdiction: 'STRICTEST', overrides: {} },
    withdrawals: DEFAULT_WITHDRAWAL_RULES,
    payoutAccounts: v.parse(payoutRules, {}),
    adjustments: v.parse(adjustmentRules, {}),
    profile: v.parse(profileRules, {}),
  };
}
