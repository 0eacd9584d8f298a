import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { vendorsFeature } from '../vendors/index.ts';
import { createDrawDeskClient } from './client.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createDrawOrders } from './orders.ts';

/** What operators see and order about the draws of vendors. */
export const drawDeskFeature = defineFeature({
  name: 'draw desk',
  migrations: MIGRATIONS,
  needs: { vendors: vendorsFeature },
  create(context, { vendors }) {
    const { providers } = vendors.deps;
    const ask = createDrawDeskClient({ ...context, providers });
    const orders = createDrawOrders({ ...context, ask });
    return {
      api: { ask, orders, providers: () => providers.drawDesks?.() ?? [] },
      jobs: [{ name: 'orders about draws', cronPattern: '1,6,11,16,21,26,31,36,41,46,51,56 * * * * *', run: orders.send }],
    };
  },
});
