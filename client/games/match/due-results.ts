import type { MatchEvent, Ticket } from '../../../shared/games/events/protocol.ts';
import type { Frame } from '../lib/frame.ts';
import type { ServerClock } from './match-clock.ts';
import { isOpenTicket } from './ticket-list.ts';

/** `check` is called at least this often. */
export const CHECK_MS = 500;
/** The wallet receives a decided bet slightly before the page does. */
const GRACE_MS = 1_500;

export type Dated = Pick<MatchEvent, 'eventId' | 'state' | 'nextAt'>;

/**
 * Notifies the portal when a bet may be decided before the player sees it, and when that is over: while a step of its match is
 * due, for a moment after it, and while a decided bet is being paid.
 */
export function createDueResults(frame: Pick<Frame, 'send'>, clock: Pick<ServerClock, 'now'>) {
  const moved = new Map<string, number>();
  let reported = false;

  function isDue(tickets: readonly Ticket[], matches: ReadonlyMap<string, Dated>): boolean {
    const now = clock.now();
    return tickets.filter(isOpenTicket).some(({ legs }) => {
      const dated = legs.map(({ event }) => matches.get(event.eventId) ?? event);
      const isStepDue = ({ eventId, state, nextAt }: Dated) =>
        now < (moved.get(eventId) ?? 0) + GRACE_MS || (state === 'open' && now >= Date.parse(nextAt) - CHECK_MS);
      return dated.some(isStepDue) || dated.every(({ state }) => state !== 'open');
    });
  }

  return {
    /** A step of a match was delivered. */
    moved(match: Dated): void {
      moved.set(match.eventId, clock.now());
    },
    check(tickets: readonly Ticket[], matches: ReadonlyMap<string, Dated>): void {
      const now = isDue(tickets, matches);
      if (now === reported) return;
      reported = now;
      frame.send(now ? 'result-due' : 'round-shown');
      if (!now) frame.send('balance-changed');
    },
  };
}
