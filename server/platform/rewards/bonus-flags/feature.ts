import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { contestsFeature } from '../../play/contests/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { bonusFeature } from '../bonus/index.ts';
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
  needs: { facts: factsFeature, contests: contestsFeature, bonus: bonusFeature },
  create(context, { facts, contests, bonus }) {
    const deps: FlagDeps = { ...context, facts, bonus, opponents: contests.opponents };
    const run = () => flagBonuses(deps);
    return {
      api: { run, desk: createFlagDesk(deps) },
      jobs: [{ name: 'bonus flags', cronPattern: '33 * * * * *', run: async () => void (await run()) }],
    };
  },
});
