import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { vendorsFeature } from '../vendors/index.ts';
import { createDrawDeskClient } from './client.ts';
import { drawArea } from './console/draws.tsx';
import { MIGRATIONS } from './migrations/index.ts';
import { createDrawOrders } from './orders.ts';

/** What operators see and order about the draws of vendors. */
export const drawDeskFeature = defineFeature({
  name: 'draw desk',
  migrations: MIGRATIONS,
  needs: { operators: operatorsFeature, vendors: vendorsFeature },
  create(context, { operators, vendors }) {
    const { providers } = vendors.deps;
    const ask = createDrawDeskClient({ ...context, providers });
    const orders = createDrawOrders({ ...context, ask });
    const drawDesk = { ask, orders, providers: () => providers.drawDesks?.() ?? [] };
    operators.areas.register(drawArea({ ...context, drawDesk, gameDirectory: vendors.deps.games }));
    return {
      api: {},
      jobs: [{ name: 'orders about draws', cronPattern: '1,6,11,16,21,26,31,36,41,46,51,56 * * * * *', run: orders.send }],
    };
  },
});
