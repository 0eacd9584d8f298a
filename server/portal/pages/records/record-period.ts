import { RECORD_PERIODS, type RecordFrame, type RecordPeriod } from '../../../../client/islands/records/props.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { DAY_MS, isDay, shiftDay, startOfDay, zonedDay } from '../../../../shared/time.ts';
import type { Query } from '../page-view.ts';

export interface Days {
  readonly name: RecordPeriod;
  /** Both included. */
  readonly from: string;
  readonly to: string;
  /** The address names days that do not exist or are reversed. */
  readonly isInvalid?: true;
}

/** The first half of a month ends with this day. */
const HALF_MONTH_DAYS = 15;
/** First and last day of a preset, in days before today. */
const PRESETS: Readonly<Record<Exclude<RecordPeriod, 'custom' | 'month' | 'half' | 'week'>, readonly [from: number, to: number]>> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7d': [6, 0],
  '30d': [29, 0],
};

/** The days of the address; a custom period without days is the last week. `offered`: the periods of the page. */
export function readDays(
  query: Query,
  timeZone: string,
  now: number,
  usual: RecordPeriod = 'today',
  offered: readonly RecordPeriod[] = RECORD_PERIODS,
): Days {
  const today = zonedDay(now, timeZone);
  const name = offered.find((known) => known === query.get('period')) ?? usual;
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (name === 'custom') {
    if (isDay(from) && isDay(to)) return { name, from, to, ...(from > to ? { isInvalid: true } : {}) };
    return { name, from: shiftDay(today, -6), to: today, ...(from || to ? { isInvalid: true } : {}) };
  }
  if (name === 'month') return { name, from: `${today.slice(0, 8)}01`, to: today };
  if (name === 'half') return { name, from: `${today.slice(0, 8)}${Number(today.slice(8)) > HALF_MONTH_DAYS ? 16 : '01'}`, to: today };
  if (name === 'week') return { name, from: shiftDay(today, -daysSinceMonday(today)), to: today };
  const [first, last] = PRESETS[name];
  return { name, from: shiftDay(today, -first), to: shiftDay(today, -last) };
}

function daysSinceMonday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

/** The same as instants for calls, both included. */
export function instantsOf({ from, to }: Days, timeZone: string): { from: string; to: string } {
  return {
    from: new Date(startOfDay(from, timeZone)).toISOString(),
    to: new Date(startOfDay(shiftDay(to, 1), timeZone) - 1).toISOString(),
  };
}

/** Sets `problem` if the days are invalid or more than the platform accepts. */
export function periodOf(t: Translate, { isInvalid, ...days }: Days, maxDays: number): RecordFrame['period'] {
  if (isInvalid) return { ...days, maxDays, problem: t('errors.period_invalid') };
  const count = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1;
  return { ...days, maxDays, problem: count > maxDays ? t('errors.period_too_long', { days: maxDays }) : '' };
}
