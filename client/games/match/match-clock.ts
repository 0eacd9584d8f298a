import { MAPS_TO_WIN, mapsOf, ROUNDS_TO_WIN } from '../../../shared/games/events/match.ts';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import { clockText, MINUTE_MS } from '../../../shared/time.ts';

/** Server time from its last response: the clock of a device may be wrong. */
export interface ServerClock {
  set(iso: string): void;
  now(): number;
}

export function createServerClock(local: () => number = Date.now): ServerClock {
  let offset = 0;
  return {
    set(iso) {
      offset = Date.parse(iso) - local();
    },
    now: () => local() + offset,
  };
}

/** "4:05", "1:02:09"; "0:00" once the time is over. */
export function countdown(until: number, now: number): string {
  return clockText(Math.max(0, Math.ceil((until - now) / 1_000)));
}

/** `waiting`: its next step is due, and no bets are taken until it is delivered. */
export type Phase = 'far' | 'soon' | 'open' | 'suspended' | 'waiting' | 'over';
const SOON_MS = MINUTE_MS;

type Timed = Pick<MatchEvent, 'state' | 'startsAt' | 'nextAt' | 'suspendedUntil'>;

export function phaseOf({ state, startsAt, nextAt, suspendedUntil }: Timed, now: number): Phase {
  if (state !== 'open') return 'over';
  if (suspendedUntil !== null && now < Date.parse(suspendedUntil)) return 'suspended';
  if (now >= Date.parse(nextAt)) return 'waiting';
  if (now >= Date.parse(startsAt)) return 'open';
  return Date.parse(startsAt) - now <= SOON_MS ? 'soon' : 'far';
}

export function isLive(match: Timed, now: number): boolean {
  const phase = phaseOf(match, now);
  return phase === 'open' || phase === 'suspended' || phase === 'waiting';
}

export function takesBets(match: Timed, now: number): boolean {
  const phase = phaseOf(match, now);
  return phase === 'far' || phase === 'soon' || phase === 'open';
}

/** The current minute of a goal match: whole steps from the server, the time between them from the clock. */
export function minuteOf({ course, stepMinutes, nextAt }: MatchEvent, now: number, stepSeconds: number): number | null {
  if (stepMinutes === null) return null;
  const left = Math.min(1, Math.max(0, (Date.parse(nextAt) - now) / (stepSeconds * 1_000)));
  return Math.floor((course.length + 1 - left) * stepMinutes);
}

/** The map in play and its rounds; after the last one the number of maps played. */
export function mapInPlay(course: string): { readonly number: number; readonly home: number; readonly away: number } {
  const maps = mapsOf(course);
  const last = maps.at(-1);
  if (!last) return { number: 1, home: 0, away: 0 };
  const isWon = Math.max(last.home, last.away) === ROUNDS_TO_WIN;
  return isWon ? { number: Math.min(maps.length + 1, 2 * MAPS_TO_WIN - 1), home: 0, away: 0 } : { number: maps.length, ...last };
}
