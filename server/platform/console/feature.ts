import './tables.ts';
import { defined } from '../../kit/defined.ts';
import { defineFeature } from '../base/feature.ts';
import { customerServiceFeature } from '../content/customer-service/index.ts';
import { accountsFeature } from '../identity/accounts/index.ts';
import { membersFeature } from '../identity/members/index.ts';
import { paymentPasswordFeature } from '../identity/payment-password/index.ts';
import { sessionsFeature } from '../identity/sessions/index.ts';
import { ledgerFeature } from '../ledger/index.ts';
import { payoutFeature } from '../money/payout/index.ts';
import { payoutAccountsFeature } from '../money/payout-accounts/index.ts';
import { providerHealthFeature } from '../money/provider-health/index.ts';
import { withdrawalFeature } from '../money/withdrawal/index.ts';
import { inboxFeature } from '../notify/inbox/index.ts';
import { messagesFeature } from '../notify/messages/index.ts';
import { operatorsFeature } from '../operators/index.ts';
import { chatFeature } from '../play/chat/index.ts';
import { contestsFeature } from '../play/contests/index.ts';
import { protectionFeature } from '../protection/responsible-gaming/index.ts';
import { cashbackFeature } from '../rewards/cashback/index.ts';
import { fundFeature } from '../rewards/fund/index.ts';
import { missionsFeature } from '../rewards/missions/index.ts';
import type { ServiceRegion } from './areas/region-views.tsx';
import { createConsole } from './console.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** The pages of the operators: those that features have registered, and those that show several of them. Input: the region rules of the service. */
export const consoleFeature = defineFeature({
  name: 'console',
  migrations: MIGRATIONS,
  needs: {
    operators: operatorsFeature,
    wallet: ledgerFeature,
    inbox: inboxFeature,
    messages: messagesFeature,
    protection: protectionFeature,
    members: membersFeature,
    accounts: accountsFeature,
    memberSessions: sessionsFeature,
    paymentPassword: paymentPasswordFeature,
    feedback: customerServiceFeature,
    payoutAccounts: payoutAccountsFeature,
    withdrawalDesk: withdrawalFeature,
    payoutDesk: payoutFeature,
    providerHealth: providerHealthFeature,
    contests: contestsFeature,
    chat: chatFeature,
    funds: fundFeature,
    cashback: cashbackFeature,
    missions: missionsFeature,
  },
  create(
    context,
    { operators, members, memberSessions, payoutAccounts, contests, cashback, missions, ...needs },
    serviceRegion: ServiceRegion | undefined,
  ) {
    const operatorConsole = createConsole({
      ...context,
      ...needs,
      ...operators,
      areas: operators.areas.all(),
      passwords: members.passwords,
      memberSessions: memberSessions.sessions,
      payoutAccounts: payoutAccounts.payoutAccounts,
      opponents: contests.opponents,
      cashbackDesk: cashback.desk,
      missionDesk: missions.desk,
      ...defined({ serviceRegion }),
    });
    return { api: operatorConsole };
  },
});
