import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { vendorsFeature } from '../vendors/index.ts';
import { createGameDirectory } from './directory.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { gameRoutes } from './routes.ts';
import { createGames } from './service.ts';
import { createGameIntake } from './vendor-games.ts';

/** The catalogue of games, and their launch. */
export const gamesFeature = defineFeature({
  name: 'games',
  migrations: MIGRATIONS,
  needs: { vendors: vendorsFeature },
  create(context, { vendors }) {
    const games = createGames({ ...context, vendors: vendors.deps, transferPlay: vendors.transferPlay, currencySymbol });
    vendors.directory.fill(createGameDirectory(context));
    vendors.intake.fill(createGameIntake(context));
    return { api: games, calls: gameRoutes({ games, translate: context.translate }) };
  },
});
