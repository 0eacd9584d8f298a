import { agentContractsFeature } from '../../agents/contracts/index.ts';
import { agentTeamFeature } from '../../agents/team/index.ts';
import { agentTreeFeature } from '../../agents/tree/index.ts';
import { agentWagesFeature } from '../../agents/wages/index.ts';
import { agentWindowsFeature } from '../../agents/windows/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { accountsFeature } from '../../identity/accounts/index.ts';
import { membersFeature } from '../../identity/members/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { STUDIO_PROVIDER } from '../../play/vendors/index.ts';
import { bonusFeature } from '../../rewards/bonus/index.ts';
import { cashbackFeature } from '../../rewards/cashback/index.ts';
import { freeRoundsFeature } from '../../rewards/free-rounds/index.ts';
import { fundFeature } from '../../rewards/fund/index.ts';
import { missionsFeature } from '../../rewards/missions/index.ts';
import { pointsFeature } from '../../rewards/points/index.ts';
import { promotionsFeature } from '../../rewards/promotions/index.ts';
import { raffleFeature } from '../../rewards/raffle/index.ts';
import { referralFeature } from '../../rewards/referral/index.ts';
import type { DemoAccount, MerchantConfig, SeedExtent } from './contracts.ts';
import { seedDemo } from './demo.ts';
import { seedMerchant } from './seed-merchant.ts';

/** The first data of a merchant. Input: the merchant file; without one it is the demo. */
export const seedFeature = defineFeature({
  name: 'seed',
  needs: {
    agents: agentTreeFeature,
    contracts: agentContractsFeature,
    windows: agentWindowsFeature,
    wages: agentWagesFeature,
    cashback: cashbackFeature,
    funds: fundFeature,
    points: pointsFeature,
    missions: missionsFeature,
    referrals: referralFeature,
    promotions: promotionsFeature,
    bonus: bonusFeature,
    freeRounds: freeRoundsFeature,
    raffles: raffleFeature,
    team: agentTeamFeature,
    accounts: accountsFeature,
    members: membersFeature,
    wallet: ledgerFeature,
    operators: operatorsFeature,
  },
  create(
    context,
    {
      agents: { agents },
      contracts,
      windows,
      wages,
      cashback,
      funds,
      points,
      missions,
      referrals,
      promotions,
      bonus,
      freeRounds,
      raffles,
      team: { cash },
      accounts,
      members,
      wallet,
      operators,
    },
    config: MerchantConfig | undefined,
  ) {
    const { passwords } = members;
    const deps = { ...context, agents, accounts, wallet, passwords, operators: operators.operators, studio: STUDIO_PROVIDER };
    return {
      api: {
        /** Creates the merchant, or the demo with its accounts. Idempotent. */
        async seed(extent: SeedExtent = {}): Promise<readonly DemoAccount[]> {
          if (!config || config.demo)
            return seedDemo(
              {
                ...deps,
                contracts,
                windows,
                wages,
                cashback,
                missions,
                referrals,
                funds,
                cash,
                seedPointsOf: points.seedDemo,
                seedPromotionsOf: promotions.seedDemo,
                seedFreeRoundsOf: freeRounds.seedDemo,
                seedBonusOf: bonus.seedDemo,
                seedRafflesOf: raffles.seedDemo,
              },
              config,
              extent,
            );
          await seedMerchant(deps, config);
          return [];
        },
      },
    };
  },
});
