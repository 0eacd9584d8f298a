import { missionSummary } from '../../../shared/api/mission-calls.ts';
import { type BoundCall, bindSigned } from '../http/binding.ts';

/** The embedded platform has no missions yet, and says so: portals show no badge where the count is 0. */
export function missionRoutes(): readonly BoundCall[] {
  return [bindSigned(missionSummary, async () => ({ missionCount: 0 }))];
}
