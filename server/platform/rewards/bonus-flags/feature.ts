import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { contestsFeature } from '../../play/contests/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { bonusFeature } from '../bonus/index.ts';
import { bonusFlagArea } from './console/bonus-flags.tsx';
import type { FlagDeps } from './contracts.ts';
import { flagBonuses } from './count.ts';
import { createFlagDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { WAITING } from './waiting.ts';

/** Finds play that uses bonuses without risk or by a program, and shows it to operators, who decide. */
export const bonusFlagFeature = defineFeature({
  name: 'bonus flags',
  migrations: MIGRATIONS,
  waiting: WAITING,
  needs: { operators: operatorsFeature, facts: factsFeature, contests: contestsFeature, bonus: bonusFeature },
  create(context, { operators, facts, contests, bonus }) {
    const deps: FlagDeps = { ...context, facts, bonus, opponents: contests.opponents };
    operators.areas.register(bonusFlagArea({ ...context, desk: createFlagDesk(deps) }));
    const run = () => flagBonuses(deps);
    return {
      api: { run },
      jobs: [{ name: 'bonus flags', cronPattern: '33 * * * * *', run: async () => void (await run()) }],
    };
  },
});
