import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { agentContractsFeature } from '../contracts/index.ts';
import { agentWindowsFeature } from '../windows/index.ts';
import { createWageDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { wageRoutes } from './routes.ts';
import { createWages } from './wages.ts';

/** Settlement and payment of wages. */
export const agentWagesFeature = defineFeature({
  name: 'agent-wages',
  migrations: MIGRATIONS,
  needs: { inbox: inboxFeature, wallet: ledgerFeature, windows: agentWindowsFeature, contracts: agentContractsFeature },
  create(context, { inbox, wallet, windows }) {
    const deps = { ...context, inbox, wallet, windows };
    const wages = createWages(deps);
    return {
      api: { ...wages, desk: createWageDesk(deps) },
      calls: wageRoutes(context),
      jobs: [{ name: 'wages', cronPattern: '10,30,50 * * * * *', run: wages.run }],
    };
  },
});
