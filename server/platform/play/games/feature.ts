import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { vendorsFeature } from '../vendors/index.ts';
import { providerArea } from './console/providers.tsx';
import { switchArea } from './console/switches.tsx';
import { createGameDirectory } from './directory.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { gameRoutes } from './routes.ts';
import { createGames } from './service.ts';
import { createGameIntake } from './vendor-games.ts';

/** The catalogue of games, and their launch. */
export const gamesFeature = defineFeature({
  name: 'games',
  migrations: MIGRATIONS,
  needs: { operators: operatorsFeature, vendors: vendorsFeature },
  create(context, { operators, vendors }) {
    const games = createGames({ ...context, vendors: vendors.deps, transferPlay: vendors.transferPlay, currencySymbol });
    vendors.directory.fill(createGameDirectory(context));
    vendors.intake.fill(createGameIntake(context));
    const gameProviders = { list: vendors.deps.providers, feeds: vendors.feeds, reload: vendors.reload };
    operators.areas.register(switchArea(context), providerArea({ ...context, gameProviders }));
    return { api: games, calls: gameRoutes({ games, translate: context.translate }) };
  },
});
