import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { walletRoutes } from './routes.ts';

/** The balance that members see. */
export const balanceFeature = defineFeature({
  name: 'balance',
  needs: { wallet: ledgerFeature, protection: protectionFeature },
  create: (context, needs) => ({ api: {}, calls: walletRoutes({ ...context, ...needs, currencySymbol }) }),
});
