import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { agentTreeFeature } from '../tree/index.ts';
import { createContracts } from './contracts.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { contractRoutes } from './routes.ts';

/** Contracts of wages between agents, and with the merchant. */
export const agentContractsFeature = defineFeature({
  name: 'agent-contracts',
  migrations: MIGRATIONS,
  needs: { inbox: inboxFeature, tree: agentTreeFeature },
  create(context, { inbox, tree }) {
    const contracts = createContracts({ ...context, inbox });
    tree.ties.contracts.fill(contracts);
    return { api: contracts, calls: contractRoutes({ db: context.db, clock: context.clock, contracts, currencySymbol }) };
  },
});
