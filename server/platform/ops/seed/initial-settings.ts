import * as v from 'valibot';
import {
  adjustmentRules,
  DEFAULT_AGENT_RULES,
  DEFAULT_BONUS_RULES,
  DEFAULT_CASHBACK_RULES,
  DEFAULT_DEPOSIT_RULES,
  DEFAULT_MISSION_RULES,
  DEFAULT_POINT_RULES,
  DEFAULT_REFERRAL_RULES,
  DEFAULT_TRANSFER_RULES,
  DEFAULT_VIP_RULES,
  DEFAULT_WITHDRAWAL_RULES,
  demoSettings,
  inCurrency,
  type MerchantSettings,
  payoutRules,
  profileRules,
} from '../../merchant/index.ts';

/** On by default. All others need an external service or a decision of the merchant. */
const ON: readonly string[] = ['passkeyLogin', 'withdrawals', 'forcedPasswordChange', 'passwordExpiry', 'chatRoom', 'webApp', 'tickets'];

/**
 * Defaults of a merchant file: nothing of the demo, and the strict option where there is one. Amounts are those of the rules in euros, in
 * the merchant's currency.
 */
export function initialSettings(currency = 'USD'): MerchantSettings {
  const demo = demoSettings();
  const text = (euros: string) => String(inCurrency(Number(euros), currency));
  const optional = (euros: string | null) => (euros === null ? null : text(euros));
  const { minAmount, maxAmount, dayAmount, ...transfers } = DEFAULT_TRANSFER_RULES;
  const { min, max, maxPerDay, ...withdrawals } = DEFAULT_WITHDRAWAL_RULES;
  const { secondApprovalFrom, ...deposits } = DEFAULT_DEPOSIT_RULES;
  const { payoutLimit } = DEFAULT_AGENT_RULES;
  const adjustments = v.parse(adjustmentRules, {});
  return {
    ...demo,
    brandName: 'Site',
    currency,
    features: Object.fromEntries(Object.keys(demo.features).map((name) => [name, ON.includes(name)])),
    registration: { ...demo.registration, mobileRegister: false },
    resources: [],
    vipLevels: [],
    vip: DEFAULT_VIP_RULES,
    missions: DEFAULT_MISSION_RULES,
    bonus: DEFAULT_BONUS_RULES,
    referral: DEFAULT_REFERRAL_RULES,
    access: { ...demo.access, freePlayCredit: inCurrency(demo.access.freePlayCredit, currency) },
    deposits: { ...deposits, secondApprovalFrom: secondApprovalFrom === null ? null : inCurrency(secondApprovalFrom, currency) },
    protection: { jurisdiction: 'STRICTEST', overrides: {} },
    transfers: {
      ...transfers,
      minAmount: inCurrency(minAmount, currency),
      maxAmount: inCurrency(maxAmount, currency),
      dayAmount: inCurrency(dayAmount, currency),
    },
    withdrawals: { ...withdrawals, min: text(min), max: text(max), maxPerDay: text(maxPerDay) },
    agents: {
      ...DEFAULT_AGENT_RULES,
      activeValidBet: inCurrency(DEFAULT_AGENT_RULES.activeValidBet, currency),
      payoutLimit: payoutLimit === null ? null : inCurrency(payoutLimit, currency),
    },
    cashback: DEFAULT_CASHBACK_RULES,
    points: DEFAULT_POINT_RULES,
    payoutAccounts: v.parse(payoutRules, {}),
    adjustments: { ...adjustments, secondApprovalFrom: optional(adjustments.secondApprovalFrom), max: text(adjustments.max) },
    profile: v.parse(profileRules, {}),
  };
}
