export { CURRENCY_STEPS, inCurrency, smallestStake } from '../../../shared/money/currency-steps.ts';
export { adjustmentRules } from './adjustment-rules.ts';
export { type AgentRules, agentRules, DEFAULT_AGENT_RULES } from './agent-rules.ts';
export { type BonusCheckRules, type BonusRules, DEFAULT_BONUS_RULES, type DepositBonusRule } from './bonus-rules.ts';
export { CASHBACK_CEILING_BP, type CashbackRules, cashbackRates, cashbackRules, DEFAULT_CASHBACK_RULES } from './cashback-rules.ts';
export { ALL_SWITCH, GAME_SWITCH, isClosedAt, VENDOR_SWITCH } from './closed-at.ts';
export { type ContestRules, contestRules, DEFAULT_CONTEST_RULES } from './contest-rules.ts';
export { demoSettings } from './demo-settings.ts';
export { DEFAULT_DEPOSIT_RULES, type DepositRules } from './deposit-rules.ts';
export { merchantFeature } from './feature.ts';
export { type BoardRule, DEFAULT_MISSION_RULES, type MissionRule, type MissionRules } from './mission-rules.ts';
export { type PayoutRules, payoutRules } from './payout-rules.ts';
export { DEFAULT_POINT_RULES, type PointRules, pointRates, pointRules } from './point-rules.ts';
export { profileRules } from './profile-rules.ts';
export { minimumAgeOf, type Policy, policyOf, readPolicy } from './protection-rules.ts';
export { DEFAULT_REFERRAL_RULES, type ReferralRules, type ReferralStageRule } from './referral-rules.ts';
export { createRegionJudge, isPlaceRefused } from './region.ts';
export {
  type AccessRules,
  addMerchant,
  completeSettings,
  DEFAULT_ACCESS_RULES,
  isClosed,
  isRegistrationOpen,
  type MerchantSettings,
  merchantSettings,
  raiseContentVersion,
  readAccessRules,
  readMerchant,
  readRegionRules,
  saveSettings,
} from './settings.ts';
export { DEFAULT_TRANSFER_RULES, toUnits } from './transfer-rules.ts';
export { deliveredFeatures, UNBUILT_FEATURES } from './unbuilt.ts';
export {
  DEFAULT_VIP_RULES,
  levelNeeds,
  levelService,
  levelWithdrawals,
  pointFactors,
  presentLevel,
  rankOfMember,
  type VipLevelRule,
  type VipRank,
  type VipRules,
} from './vip.ts';
export { approvalsFor, DEFAULT_WITHDRAWAL_RULES, feeOf, unitsOf, type WithdrawalRules } from './withdrawal-rules.ts';
