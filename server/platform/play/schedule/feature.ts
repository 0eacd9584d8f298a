import { defineFeature } from '../../base/feature.ts';
import { gamesFeature } from '../games/index.ts';
import { vendorsFeature } from '../vendors/index.ts';
import { scheduleRoutes } from './routes.ts';

/** Matches, draws and rooms that are about to begin. */
export const scheduleFeature = defineFeature({
  name: 'schedule',
  needs: { vendors: vendorsFeature, games: gamesFeature },
  create: ({ db, clock }, { vendors, games }) => ({
    api: {},
    calls: scheduleRoutes({ db, clock, games, providers: vendors.deps.providers }),
  }),
});
