import { type ClosedDay, lotteryCalendar } from '../../../../shared/games/contract.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { zonedDay, zonedText } from '../../../../shared/time.ts';
import type { CalendarView } from '../../../../views/pages/lottery/calendar.tsx';

/** The coming draws of a game at the times of its market; undefined for a game that is not built in. */
export function calendarView(gameId: string, now: number, t: Translate, closedDays: readonly ClosedDay[] = []): CalendarView | undefined {
  const calendar = Number.isNaN(now) ? undefined : lotteryCalendar(gameId, now, closedDays);
  if (!calendar) return undefined;
  const { zone, next, days, closed } = calendar;
  const clock = (instant: number) => zonedText(instant, zone).slice(11, 19);
  const today = zonedDay(now, zone);
  /** With its day where that is not today. */
  const time = (instant: number) => (zonedDay(instant, zone) === today ? clock(instant) : zonedText(instant, zone).slice(5));
  const iso = (instant: number) => new Date(instant).toISOString();
  return {
    zone: t(closed.length > 0 ? 'lottery.calendarZoneClosed' : 'lottery.calendarZone', { zone }),
    closed: closed.map(({ day, reason }) => ({ day, text: t('lottery.closedDay', { day, reason }) })),
    next: next.map(({ issue, closesAt, drawsAt }) => ({ issue, closes: time(closesAt), draws: time(drawsAt), drawsAt: iso(drawsAt) })),
    days: days.map(({ day, first, last, draws }) => ({ day, first: clock(first), last: clock(last), draws: String(draws) })),
  };
}
