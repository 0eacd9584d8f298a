import { lotteryCalendar } from '../../../../shared/games/contract.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { zonedText } from '../../../../shared/time.ts';
import type { CalendarView } from '../../../../views/pages/lottery/calendar.tsx';

/** The coming draws of a game at the times of its market; undefined for a game that is not built in. */
export function calendarView(gameId: string, now: number, t: Translate): CalendarView | undefined {
  const calendar = Number.isNaN(now) ? undefined : lotteryCalendar(gameId, now);
  if (!calendar) return undefined;
  const { zone, next, days } = calendar;
  const clock = (instant: number) => zonedText(instant, zone).slice(11, 19);
  const iso = (instant: number) => new Date(instant).toISOString();
  return {
    zone: t('lottery.calendarZone', { zone }),
    next: next.map(({ issue, closesAt, drawsAt }) => ({ issue, closes: clock(closesAt), draws: clock(drawsAt), drawsAt: iso(drawsAt) })),
    days: days.map(({ day, first, last, draws }) => ({ day, first: clock(first), last: clock(last), draws: String(draws) })),
  };
}
