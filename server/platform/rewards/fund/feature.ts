import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { createFund, REWARDS, WAGES } from './fund.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createUnfundedList } from './unfunded.ts';

/** Accounts of the house that pay members and agents, and are funded by operators. */
export const fundFeature = defineFeature({
  name: 'house funds',
  migrations: MIGRATIONS,
  needs: { wallet: ledgerFeature },
  create: (context, { wallet }) => {
    const deps = { wallet, clock: context.clock };
    return { api: { rewards: createFund(REWARDS, deps), wages: createFund(WAGES, deps), unfunded: createUnfundedList() } };
  },
});
