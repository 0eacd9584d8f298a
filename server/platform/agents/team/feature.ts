import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { recordsFeature } from '../../play/records/index.ts';
import { vendorsFeature } from '../../play/vendors/index.ts';
import { agentTreeFeature } from '../tree/index.ts';
import { agentWagesFeature } from '../wages/index.ts';
import { agentWindowsFeature } from '../windows/index.ts';
import { createCashCounter, TEAM_BONUSES } from './cash.ts';
import { createJoinCounter } from './joins.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { teamRoutes } from './routes.ts';
import { createSizeCounter } from './sizes.ts';

/** Reports of an agent's team: people, play, money and income. */
export const agentTeamFeature = defineFeature({
  name: 'agent-team',
  migrations: MIGRATIONS,
  needs: {
    tree: agentTreeFeature,
    windows: agentWindowsFeature,
    wages: agentWagesFeature,
    records: recordsFeature,
    vendors: vendorsFeature,
  },
  create({ db, clock, merchant }, { wages, records, vendors }) {
    const { listBets } = records;
    const cash = createCashCounter({ db, merchant });
    wages.bonuses.fill(TEAM_BONUSES);
    return {
      api: { cash },
      calls: teamRoutes({ db, clock, merchant, listBets, games: vendors.deps.games, currencySymbol }),
      jobs: [
        { name: 'money of teams', cronPattern: '7-59/20 * * * * *', run: cash.run },
        { name: 'joins of teams', cronPattern: '13-59/20 * * * * *', run: createJoinCounter({ db, merchant }).run },
        { name: 'sizes of teams', cronPattern: '0 */5 * * * *', run: createSizeCounter({ db, clock }).run },
      ],
    };
  },
});
