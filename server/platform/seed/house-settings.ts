import * as v from 'valibot';
import { USUAL_DEPOSITS } from '../cashier/settings.ts';
import { adjustmentRules } from '../console/adjustment-rules.ts';
import type { MerchantSettings } from '../content/index.ts';
import { payoutRules } from '../payout-accounts/rules.ts';
import { profileRules } from '../profile/rules.ts';
import { USUAL_WITHDRAWALS } from '../withdrawals/rules.ts';
import { demoSettings } from './demo-settings.ts';

/** Off by default: they need an external service or a decision of the merchant. */
const OFF = [
  ...['smsLogin', 'mobileRegister', 'phoneRecovery', 'emailRecovery', 'codeLogin', 'mobileWithPassword'],
  ...['freePlay', 'transferUpline'],
] as const;

/** Defaults of a merchant file: nothing of the demo, and the strict option where there is one. */
export function houseSettings(): MerchantSettings {
  const demo = demoSettings();
  return {
    ...demo,
    brandName: 'Site',
    features: { ...demo.features, ...Object.fromEntries(OFF.map((name) => [name, false])) },
    registration: { ...demo.registration, mobileRegister: false },
    resources: [],
    vipLevels: [],
    deposits: USUAL_DEPOSITS,
    protection: { jurisdiction: 'STRICTEST', overrides: {} },
    withdrawals: USUAL_WITHDRAWALS,
    payoutAccounts: v.parse(payoutRules, {}),
    adjustments: v.parse(adjustmentRules, {}),
    profile: v.parse(profileRules, {}),
  };
}
