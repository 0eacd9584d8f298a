import { agentContractsFeature } from './agents/contracts/index.ts';
import { agentTeamFeature } from './agents/team/index.ts';
import { agentTreeFeature } from './agents/tree/index.ts';
import { agentWagesFeature } from './agents/wages/index.ts';
import { agentWindowsFeature } from './agents/windows/index.ts';
import { dataKeyFeature } from './base/data-key/index.ts';
import type { Feature } from './base/feature.ts';
import { payloadKeysFeature } from './base/payload-keys/index.ts';
import { uploadsFeature } from './base/uploads/index.ts';
import { consoleFeature } from './console/index.ts';
import { customerServiceFeature } from './content/customer-service/index.ts';
import { publishingFeature } from './content/publishing/index.ts';
import { visitorFeature } from './content/visitor/index.ts';
import { accountsFeature } from './identity/accounts/index.ts';
import { factorsFeature } from './identity/factors/index.ts';
import { liveFeature } from './identity/live/index.ts';
import { membersFeature } from './identity/members/index.ts';
import { oauthFeature } from './identity/oauth/index.ts';
import { paymentPasswordFeature } from './identity/payment-password/index.ts';
import { profileFeature } from './identity/profile/index.ts';
import { securityFeature } from './identity/security/index.ts';
import { sessionsFeature } from './identity/sessions/index.ts';
import { signInFeature } from './identity/sign-in/index.ts';
import { verificationFeature } from './identity/verification/index.ts';
import { ledgerFeature } from './ledger/index.ts';
import { merchantFeature } from './merchant/index.ts';
import { balanceFeature } from './money/balance/index.ts';
import { depositFeature } from './money/deposit/index.ts';
import { payoutFeature } from './money/payout/index.ts';
import { payoutAccountsFeature } from './money/payout-accounts/index.ts';
import { providerHealthFeature } from './money/provider-health/index.ts';
import { transferFeature } from './money/transfer/index.ts';
import { turnoverFeature } from './money/turnover/index.ts';
import { withdrawalFeature } from './money/withdrawal/index.ts';
import { inboxFeature } from './notify/inbox/index.ts';
import { messagesFeature } from './notify/messages/index.ts';
import { operatorsFeature } from './operators/index.ts';
import { demoClockFeature } from './ops/demo-clock/index.ts';
import { internalFeature } from './ops/internal/index.ts';
import { metricsFeature } from './ops/metrics/index.ts';
import { seedFeature } from './ops/seed/index.ts';
import { chatFeature } from './play/chat/index.ts';
import { contestsFeature } from './play/contests/index.ts';
import { drawDeskFeature } from './play/draw-desk/index.ts';
import { factsFeature } from './play/facts/index.ts';
import { gamesFeature } from './play/games/index.ts';
import { recordsFeature } from './play/records/index.ts';
import { scheduleFeature } from './play/schedule/index.ts';
import { vendorsFeature } from './play/vendors/index.ts';
import { linksFeature } from './protection/links/index.ts';
import { protectionFeature } from './protection/responsible-gaming/index.ts';
import { bonusFeature } from './rewards/bonus/index.ts';
import { bonusFlagFeature } from './rewards/bonus-flags/index.ts';
import { cashbackFeature } from './rewards/cashback/index.ts';
import { rewardCentreFeature } from './rewards/centre/index.ts';
import { freeRoundsFeature } from './rewards/free-rounds/index.ts';
import { fundFeature } from './rewards/fund/index.ts';
import { missionsFeature } from './rewards/missions/index.ts';
import { pointsFeature } from './rewards/points/index.ts';
import { promotionsFeature } from './rewards/promotions/index.ts';
import { raffleFeature } from './rewards/raffle/index.ts';
import { referralFeature } from './rewards/referral/index.ts';
import { vipFeature } from './rewards/vip/index.ts';

/** All features of the platform. A feature stands below those that it needs; the layers are in docs/architecture.md. */
export const FEATURES: readonly Feature[] = [
  dataKeyFeature,
  payloadKeysFeature,
  uploadsFeature,
  merchantFeature,
  ledgerFeature,
  inboxFeature,
  messagesFeature,
  linksFeature,
  protectionFeature,
  membersFeature,
  sessionsFeature,
  verificationFeature,
  factorsFeature,
  signInFeature,
  accountsFeature,
  paymentPasswordFeature,
  securityFeature,
  profileFeature,
  oauthFeature,
  liveFeature,
  operatorsFeature,
  publishingFeature,
  visitorFeature,
  customerServiceFeature,
  turnoverFeature,
  balanceFeature,
  payoutAccountsFeature,
  transferFeature,
  providerHealthFeature,
  depositFeature,
  withdrawalFeature,
  payoutFeature,
  factsFeature,
  contestsFeature,
  vendorsFeature,
  gamesFeature,
  recordsFeature,
  scheduleFeature,
  drawDeskFeature,
  chatFeature,
  fundFeature,
  rewardCentreFeature,
  vipFeature,
  cashbackFeature,
  pointsFeature,
  missionsFeature,
  bonusFeature,
  bonusFlagFeature,
  freeRoundsFeature,
  referralFeature,
  raffleFeature,
  promotionsFeature,
  agentTreeFeature,
  agentWindowsFeature,
  agentContractsFeature,
  agentWagesFeature,
  agentTeamFeature,
  consoleFeature,
  metricsFeature,
  demoClockFeature,
  internalFeature,
  seedFeature,
];
