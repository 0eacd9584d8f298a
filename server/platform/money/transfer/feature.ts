import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { paymentPasswordFeature } from '../../identity/payment-password/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { payoutAccountsFeature } from '../payout-accounts/index.ts';
import { turnoverFeature } from '../turnover/index.ts';
import type { ExternalWallets } from './external-wallets.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { transferRoutes } from './routes.ts';
import { createSubWallets } from './sub-wallets.ts';
import { createTransfers } from './transfers.ts';

/** Transfers between members and their agents, and between a member's wallets. */
export const transferFeature = defineFeature({
  name: 'transfer',
  migrations: MIGRATIONS,
  needs: {
    wallet: ledgerFeature,
    inbox: inboxFeature,
    protection: protectionFeature,
    turnover: turnoverFeature,
    paymentPassword: paymentPasswordFeature,
    payoutAccounts: payoutAccountsFeature,
  },
  create(context, { payoutAccounts: { payoutAccounts }, ...needs }) {
    const deps = { ...context, ...needs, payoutAccounts };
    const transfers = createTransfers(deps);
    const externalWallets = context.slot<ExternalWallets>('wallets at providers');
    const external: ExternalWallets = {
      codes: () => externalWallets.get().codes(),
      isKnown: (...one) => externalWallets.get().isKnown(...one),
      move: (...one) => externalWallets.get().move(...one),
      collect: (...one) => externalWallets.get().collect(...one),
      moving: (...one) => externalWallets.get().moving(...one),
    };
    const subWallets = createSubWallets({ ...deps, external });
    return { api: { externalWallets }, calls: transferRoutes({ transfers, subWallets, clock: context.clock, currencySymbol }) };
  },
});
