import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { readMerchant } from '../../merchant/index.ts';
import { createRoundDetails, vendorsFeature } from '../vendors/index.ts';
import { betLists } from './bet-routes.ts';
import { createBlockWriter } from './block-writer.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { recordRoutes } from './routes.ts';

/** Bets, movements, profits and statements of a member. */
export const recordsFeature = defineFeature({
  name: 'records',
  migrations: MIGRATIONS,
  needs: { vendors: vendorsFeature },
  create({ db, clock, log, merchant }, { vendors }) {
    const { games, providers } = vendors.deps;
    const timeZone = async () => (await readMerchant(db, merchant)).settings.timeZone;
    const describeRounds = createRoundDetails({ providers, clock, log });
    const deps = { db, clock, log, games, providers, describeRounds, currencySymbol, timeZone };
    return {
      api: { listBets: betLists(deps) },
      calls: recordRoutes(deps),
      jobs: [{ name: 'sums of movements', cronPattern: '3-59/10 * * * * *', run: createBlockWriter({ db }).run }],
    };
  },
});
