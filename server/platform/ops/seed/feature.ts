import { agentTreeFeature } from '../../agents/tree/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { consoleFeature } from '../../console/index.ts';
import { accountsFeature } from '../../identity/accounts/index.ts';
import { membersFeature } from '../../identity/members/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { STUDIO_PROVIDER } from '../../play/vendors/index.ts';
import type { DemoAccount, MerchantConfig, SeedExtent } from './contracts.ts';
import { seedDemoTeam } from './demo-team.ts';
import { seedDemo } from './seed.ts';
import { seedMerchant } from './seed-merchant.ts';

/** The first data of a merchant. Input: the merchant file; without one it is the demo. */
export const seedFeature = defineFeature({
  name: 'seed',
  needs: { agents: agentTreeFeature, accounts: accountsFeature, members: membersFeature, wallet: ledgerFeature, console: consoleFeature },
  create(context, { agents: { agents }, accounts, members, wallet, console }, config: MerchantConfig | undefined) {
    const deps = {
      ...context,
      agents,
      accounts,
      wallet,
      passwords: members.passwords,
      operators: console.operators,
      studio: STUDIO_PROVIDER,
    };
    return {
      api: {
        /** Creates the merchant, or the demo with its accounts; with `team` also those below its agent. Idempotent. */
        async seed({ team = false }: SeedExtent = {}): Promise<readonly DemoAccount[]> {
          if (!config || config.demo) {
            const accounts = await seedDemo(deps, config);
            if (team) await seedDemoTeam(deps);
            return accounts;
          }
          await seedMerchant(deps, config);
          return [];
        },
      },
    };
  },
});
