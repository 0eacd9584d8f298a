import './tables.ts';
import { defineFeature } from '../base/feature.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createWallet } from './wallet.ts';

/** Balances and transfers of members. */
export const ledgerFeature = defineFeature({
  name: 'ledger',
  migrations: MIGRATIONS,
  needs: {},
  create: ({ clock, hub, requireTime }) => ({ api: createWallet({ clock, hub, requireTime }) }),
});
