import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { turnoverFeature } from '../../money/turnover/index.ts';
import { createContests } from './contests.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createOpponents } from './opponents.ts';

/** Games between players: who may meet whom, and what they win from each other. */
export const contestsFeature = defineFeature({
  name: 'contests',
  migrations: MIGRATIONS,
  needs: { turnover: turnoverFeature },
  create({ clock, merchant, secrets }, { turnover }) {
    const opponents = createOpponents({ clock, secrets });
    return { api: { opponents, contests: createContests({ clock, merchant, opponents, turnover }) } };
  },
});
