import { missionSummary } from '../../../../shared/api/missions/contract.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';

/** The platform has no missions. Portals show no badge for a count of 0. */
export const missionsFeature = defineFeature({
  name: 'missions',
  needs: {},
  create: () => ({ api: {}, calls: [bind(missionSummary, async () => ({ missionCount: 0 }))] }),
});
