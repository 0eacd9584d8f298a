import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { agentTreeFeature } from '../tree/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createTeamWindows } from './windows.ts';

/** Sums of settled play by team, in windows that are closed in order. */
export const agentWindowsFeature = defineFeature({
  name: 'agent-windows',
  migrations: MIGRATIONS,
  needs: { facts: factsFeature, tree: agentTreeFeature },
  create(context, { facts }) {
    const windows = createTeamWindows({ ...context, facts });
    return {
      api: windows,
      jobs: [{ name: 'team windows', cronPattern: '*/20 * * * * *', run: windows.run }],
    };
  },
});
