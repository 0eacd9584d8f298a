import { SECOND_MS, shiftDay, zonedDay } from '../../time.ts';
import { issueAt, seriesOf } from '../events/series.ts';
import { STUDIO_GAMES } from '../games.ts';
import { type ClosedDay, dayBounds, openPlaces } from './closed-days.ts';
import { lotteryDraws } from './draws.ts';

export interface CalendarDraw {
  readonly issue: string;
  readonly closesAt: number;
  readonly drawsAt: number;
}
/** The draws of one day in the zone of the market. */
export interface CalendarDay {
  /** "2026-11-28". */
  readonly day: string;
  readonly first: number;
  readonly last: number;
  readonly draws: number;
}
export interface LotteryCalendar {
  readonly zone: string;
  readonly everySeconds: number;
  /** The next draws that take bets, or will. */
  readonly next: readonly CalendarDraw[];
  /** From today on; of today what is still to come. */
  readonly days: readonly CalendarDay[];
  /** The announced days without draws, from today on; they may be later than `days`. */
  readonly closed: readonly ClosedDay[];
}

/** Days and single draws that are listed. */
const DAYS = 7;
const NEXT = 6;

/**
 * The coming draws of a game, computed from its interval and its days without draws like the announced ones; undefined for a game without
 * draws.
 */
export function lotteryCalendar(gameId: string, now: number, closedDays: readonly ClosedDay[] = []): LotteryCalendar | undefined {
  const game = STUDIO_GAMES.find((one) => one.gameId === gameId);
  const draws = game && lotteryDraws(game);
  const [series] = game ? seriesOf([game]) : [];
  if (!draws || !series) return undefined;
  const { zone, everySeconds } = draws;
  const every = everySeconds * SECOND_MS;
  const closes = series.closesBeforeSeconds * SECOND_MS;
  const offset = series.offsetSeconds * SECOND_MS;
  const today = zonedDay(now, zone);
  const spans = closedDays.map(({ day }) => dayBounds(day, zone));
  /** The first draw at or after an instant. */
  const drawFrom = (instant: number) => Math.ceil((instant - offset) / every) * every + offset;
  // A draw that is closed at this very moment takes no bets.
  const first = drawFrom(now + closes + 1);
  const dayOf = (day: string): readonly CalendarDay[] => {
    if (closedDays.some((one) => one.day === day)) return [];
    const { from: begin, until } = dayBounds(day, zone);
    const from = drawFrom(Math.max(begin, first));
    const last = drawFrom(until) - every;
    return last < from ? [] : [{ day, first: from, last, draws: (last - from) / every + 1 }];
  };
  const next = openPlaces(series, (first - offset) / every, NEXT, spans).map((place) => place * every + offset);
  return {
    zone,
    everySeconds,
    next: next.map((drawsAt) => ({ issue: issueAt(drawsAt / SECOND_MS, everySeconds), closesAt: drawsAt - closes, drawsAt })),
    days: Array.from({ length: DAYS }, (_, number) => shiftDay(today, number)).flatMap(dayOf),
    closed: closedDays.filter(({ day }) => day >= today),
  };
}
