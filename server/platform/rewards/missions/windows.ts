import type { MissionPeriod } from '../../../../shared/api/missions/constants.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import { startOfDay, zonedDay } from '../../../../shared/time.ts';
import { type MerchantSettings, type MissionRule, toUnits } from '../../merchant/index.ts';

/** A mission in one of its windows. */
export interface Mission {
  readonly rule: MissionRule;
  /** Units of a stake, otherwise a number. */
  readonly target: bigint;
  /** First day of the window; `once`: all days. */
  readonly key: string;
  readonly from: string;
  /** First day after the window; null: no end. */
  readonly until: string | null;
  readonly endsAt: Date | null;
}

/** Units of the least stake of a round that counts; 0: any. */
export function leastUnits({ leastStake }: Pick<MissionRule, 'leastStake'>): bigint {
  return toUnits(leastStake ?? 0);
}

export const ONCE = 'once';
const WINDOWS: Readonly<Record<Exclude<MissionPeriod, 'once'>, 'D' | 'W'>> = { day: 'D', week: 'W' };

/** The mission in its window that contains the day. `since`: the day on which the platform saw it first. */
export function missionOn(rule: MissionRule, day: string, since: string, timeZone: string): Mission {
  const target = rule.goal === 'stake' ? toUnits(rule.target) : BigInt(rule.target);
  if (rule.period === 'once') return { rule, target, key: ONCE, from: since, until: null, endsAt: null };
  const { start, end } = windowAt(WINDOWS[rule.period], startOfDay(day, timeZone), timeZone);
  const from = zonedDay(start, timeZone);
  return { rule, target, key: from, from, until: zonedDay(end, timeZone), endsAt: new Date(end) };
}

/** Changes of this text need the missions of all members again. */
export function rulesText({ missions, timeZone }: Pick<MerchantSettings, 'missions' | 'timeZone'>): string {
  return JSON.stringify([timeZone, missions.list]);
}
