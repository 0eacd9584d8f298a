import { defined } from '../../kit/defined.ts';
import './tables.ts';
import { agentContractsFeature } from '../agents/contracts/index.ts';
import { agentTreeFeature } from '../agents/tree/index.ts';
import { agentWagesFeature } from '../agents/wages/index.ts';
import { defineFeature } from '../base/feature.ts';
import { uploadsFeature } from '../base/uploads/index.ts';
import { customerServiceFeature } from '../content/customer-service/index.ts';
import { accountsFeature } from '../identity/accounts/index.ts';
import { membersFeature } from '../identity/members/index.ts';
import { paymentPasswordFeature } from '../identity/payment-password/index.ts';
import { sessionsFeature } from '../identity/sessions/index.ts';
import { ledgerFeature } from '../ledger/index.ts';
import { depositFeature } from '../money/deposit/index.ts';
import { payoutFeature } from '../money/payout/index.ts';
import { payoutAccountsFeature } from '../money/payout-accounts/index.ts';
import { providerHealthFeature } from '../money/provider-health/index.ts';
import { withdrawalFeature } from '../money/withdrawal/index.ts';
import { inboxFeature } from '../notify/inbox/index.ts';
import { messagesFeature } from '../notify/messages/index.ts';
import { chatFeature } from '../play/chat/index.ts';
import { contestsFeature } from '../play/contests/index.ts';
import { drawDeskFeature } from '../play/draw-desk/index.ts';
import { vendorsFeature } from '../play/vendors/index.ts';
import { protectionFeature } from '../protection/responsible-gaming/index.ts';
import { bonusFeature } from '../rewards/bonus/index.ts';
import { bonusFlagFeature } from '../rewards/bonus-flags/index.ts';
import { cashbackFeature } from '../rewards/cashback/index.ts';
import { freeRoundsFeature } from '../rewards/free-rounds/index.ts';
import { fundFeature } from '../rewards/fund/index.ts';
import { missionsFeature } from '../rewards/missions/index.ts';
import { pointsFeature } from '../rewards/points/index.ts';
import { promotionsFeature } from '../rewards/promotions/index.ts';
import { raffleFeature } from '../rewards/raffle/index.ts';
import { referralFeature } from '../rewards/referral/index.ts';
import { vipFeature } from '../rewards/vip/index.ts';
import type { ServiceRegion } from './areas/region-views.tsx';
import { createConsole } from './console.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** The pages of the operators. Input: the region rules of the service. */
export const consoleFeature = defineFeature({
  name: 'console',
  migrations: MIGRATIONS,
  needs: {
    uploads: uploadsFeature,
    wallet: ledgerFeature,
    inbox: inboxFeature,
    messages: messagesFeature,
    protection: protectionFeature,
    members: membersFeature,
    accounts: accountsFeature,
    agentTree: agentTreeFeature,
    memberSessions: sessionsFeature,
    paymentPassword: paymentPasswordFeature,
    feedback: customerServiceFeature,
    payoutAccounts: payoutAccountsFeature,
    deposit: depositFeature,
    withdrawalDesk: withdrawalFeature,
    payoutDesk: payoutFeature,
    providerHealth: providerHealthFeature,
    contests: contestsFeature,
    chat: chatFeature,
    vendors: vendorsFeature,
    drawDesk: drawDeskFeature,
    agentContracts: agentContractsFeature,
    agentWages: agentWagesFeature,
    funds: fundFeature,
    cashback: cashbackFeature,
    points: pointsFeature,
    vip: vipFeature,
    missions: missionsFeature,
    bonus: bonusFeature,
    bonusFlags: bonusFlagFeature,
    freeRounds: freeRoundsFeature,
    referrals: referralFeature,
    promotions: promotionsFeature,
    raffles: raffleFeature,
  },
  create(
    context,
    {
      members,
      memberSessions,
      payoutAccounts,
      deposit,
      contests,
      vendors,
      agentContracts,
      agentWages,
      cashback,
      points,
      vip,
      missions,
      bonus,
      bonusFlags,
      freeRounds,
      referrals,
      promotions,
      raffles,
      ...needs
    },
    serviceRegion: ServiceRegion | undefined,
  ) {
    const operatorConsole = createConsole({
      ...context,
      ...needs,
      passwords: members.passwords,
      memberSessions: memberSessions.sessions,
      payoutAccounts: payoutAccounts.payoutAccounts,
      depositDesk: deposit.desk,
      suspenseDesk: deposit.suspense,
      opponents: contests.opponents,
      contracts: agentContracts,
      wageDesk: agentWages.desk,
      cashbackDesk: cashback.desk,
      pointDesk: points.desk,
      vipDesk: vip.desk,
      missionDesk: missions.desk,
      bonusDesk: bonus.desk,
      bonusFlagDesk: bonusFlags.desk,
      freeRoundDesk: freeRounds.desk,
      referralDesk: referrals.desk,
      promotionDesk: promotions.desk,
      raffleDesk: raffles.desk,
      vendorMoney: vendors.moneyDesk,
      gameDirectory: vendors.deps.games,
      gameProviders: { list: vendors.deps.providers, feeds: vendors.feeds, reload: vendors.reload },
      knownPassword: context.services.publicSite === true ? DEMO_PASSWORD : undefined,
      ...defined({ serviceRegion }),
    });
    const { router, operators } = operatorConsole;
    return {
      api: { router, operators },
      jobs: [
        { name: 'operators', cronPattern: '*/30 * * * *', run: operatorConsole.sweep },
        { name: 'operators log', cronPattern: '5 0 * * *', run: operatorConsole.proveLog },
      ],
    };
  },
});
