import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { fundFeature } from '../../rewards/fund/index.ts';
import { agentContractsFeature } from '../contracts/index.ts';
import { agentTreeFeature } from '../tree/index.ts';
import { agentWindowsFeature } from '../windows/index.ts';
import { auditWages } from './audit.ts';
import { wageArea } from './console/wages.tsx';
import type { TeamBonuses } from './costs.ts';
import { createWageDesk, requireAllPaid } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { wageRoutes } from './routes.ts';
import { createWages } from './wages.ts';
import { WAITING } from './waiting.ts';

/** Settlement and payment of wages. */
export const agentWagesFeature = defineFeature({
  name: 'agent-wages',
  migrations: MIGRATIONS,
  audit: auditWages,
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    inbox: inboxFeature,
    tree: agentTreeFeature,
    wallet: ledgerFeature,
    funds: fundFeature,
    windows: agentWindowsFeature,
    contracts: agentContractsFeature,
  },
  create(context, { operators, inbox, tree, wallet, funds, windows, contracts }) {
    tree.ties.wages.fill({ requireNone: requireAllPaid });
    const bonuses = context.slot<TeamBonuses>('bonuses of teams');
    const read: TeamBonuses = {
      isCounted: (executor, until) => bonuses.get().isCounted(executor, until),
      read: (executor, days, agents) => bonuses.get().read(executor, days, agents),
    };
    const deps = { ...context, inbox, wallet, fund: funds.wages, windows, bonuses: read };
    const wages = createWages(deps);
    operators.areas.register(wageArea({ ...context, desk: createWageDesk(deps), funds, contracts }));
    return {
      api: { ...wages, bonuses },
      calls: wageRoutes(context),
      jobs: [{ name: 'wages', cronPattern: '10,30,50 * * * * *', run: wages.run }],
    };
  },
});
