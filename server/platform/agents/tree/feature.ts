import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** The tree of agents and their members. */
export const agentTreeFeature = defineFeature({
  name: 'agent-tree',
  migrations: MIGRATIONS,
  needs: {},
  create: () => ({ api: {} }),
});
