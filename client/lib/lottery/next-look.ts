import type { LotteryGameView } from './lottery-view.ts';

/** Delay after an event that changes the list. */
const AFTER_MS = 1_000;
const DUE_MS = 4_000;
const IDLE_MS = 60_000;
const LONGEST_MS = 10 * 60_000;

/**
 * Delay until the next load, at `now` of the server's clock: until the next issue closes or is drawn, a few seconds
 * while a draw is due, a minute while nothing is on sale.
 */
export function nextLook(games: readonly Pick<LotteryGameView, 'current' | 'maintenance'>[], now: number): number {
  const moments = games.flatMap(({ current }) => (current ? [Date.parse(current.closesAt), Date.parse(current.drawsAt)] : []));
  if (moments.length === 0) return IDLE_MS;
  const coming = moments.filter((moment) => moment > now);
  const due = games.some(({ current }) => current && Date.parse(current.drawsAt) <= now);
  const next = coming.length > 0 ? Math.min(...coming) - now + AFTER_MS : DUE_MS;
  return Math.min(due ? DUE_MS : next, next, LONGEST_MS);
}
