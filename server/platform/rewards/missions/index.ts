import { missionSummary } from '../../../../shared/api/mission-calls.ts';
import { type BoundCall, bindSigned } from '../../base/http/index.ts';

/** The platform has no missions. Portals show no badge for a count of 0. */
export function missionRoutes(): readonly BoundCall[] {
  return [bindSigned(missionSummary, async () => ({ missionCount: 0 }))];
}
