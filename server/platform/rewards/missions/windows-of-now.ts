import type { Executor } from '../../base/db/index.ts';
import type { MerchantSettings } from '../../merchant/index.ts';
import { type Mission, missionOn } from './windows.ts';

/** Missions in all of their windows that contain one of the days, without those that had ended before the platform saw the mission first. */
export async function missionsOf(executor: Executor, settings: MerchantSettings, days: readonly string[]): Promise<readonly Mission[]> {
  const since = new Map((await executor.selectFrom('mission_since').selectAll().execute()).map((row) => [row.mission_id, row.since]));
  return settings.missions.list.flatMap((rule) => {
    const first = since.get(rule.id);
    // Known with the next run.
    if (first === undefined) return [];
    const windows = days
      .map((day) => missionOn(rule, day, first, settings.timeZone))
      .filter(({ until }) => until === null || until > first);
    return [...new Map(windows.map((mission) => [mission.key, mission])).values()];
  });
}
