import { MINUTE_MS } from '../../../shared/time.ts';
import type { LotteryGameView } from './lottery-view.ts';

/** Delay after an event that changes the list. */
const POLL_AFTER_EVENT_MS = 1_000;
const DRAW_DUE_POLL_MS = 4_000;
const IDLE_POLL_MS = MINUTE_MS;
export const MAX_POLL_MS = 10 * MINUTE_MS;

/**
 * Delay until the next load, at `now` of the server's clock: until the next issue closes or is drawn, a few seconds
 * while a draw is due, a minute while nothing is on sale.
 */
export function nextPollDelay(games: readonly Pick<LotteryGameView, 'current' | 'maintenance'>[], now: number): number {
  const moments = games.flatMap(({ current }) => (current ? [Date.parse(current.closesAt), Date.parse(current.drawsAt)] : []));
  if (moments.length === 0) return IDLE_POLL_MS;
  const coming = moments.filter((moment) => moment > now);
  const due = games.some(({ current }) => current && Date.parse(current.drawsAt) <= now);
  const next = coming.length > 0 ? Math.min(...coming) - now + POLL_AFTER_EVENT_MS : DRAW_DUE_POLL_MS;
  return Math.min(due ? DRAW_DUE_POLL_MS : next, next, MAX_POLL_MS);
}
