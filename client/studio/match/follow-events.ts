import type { EventsAnswer, Ticket } from '../../../shared/studio/events/protocol.ts';
import { money, showBalance } from '../lib/game-page.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type ServerClock, untilNextLook } from './match-clock.ts';
import { scoreLine } from './match-lists.ts';
import type { MatchPage } from './place-bet.ts';

export interface Follower {
  /** The fixtures as they were last heard. */
  readonly last: EventsAnswer | undefined;
  start(): void;
  /** Asks for the player's bets; tells of those that have ended since. */
  refreshTickets(): Promise<void>;
}

const TICK_MS = 1_000;
const RETRY_MS = 5_000;

/** Keeps fixtures, results and bets up to date: a look at every kick-off and end, and one when the page is shown again. */
export function followEvents(page: MatchPage, clock: ServerClock): Follower {
  const { api, view, context, state } = page;
  let last: EventsAnswer | undefined;
  let tickets: readonly Ticket[] = [];
  let timer = 0;

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden) return;
    try {
      last = await api.events(context.gameId);
      clock.set(last.now);
      view.showEvents(last);
      if (tickets.some(isOpen)) await refreshTickets();
      timer = window.setTimeout(() => void look(), untilNextLook(last.fixtures, clock.now()));
    } catch {
      // The studio is asked again; what is shown stays, and its countdowns go on.
      timer = window.setTimeout(() => void look(), RETRY_MS);
    }
  }

  async function refreshTickets(): Promise<void> {
    if (!state.session) return;
    const answer = await api.tickets().catch(() => undefined);
    if (!answer) return;
    const before = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]));
    tickets = answer.tickets;
    view.showTickets(tickets);
    if (answer.balance !== null && !state.busy) showBalance(page, unitsOf(answer.balance));
    const ended = tickets.filter((ticket) => !isOpen(ticket) && isOpen(before.get(ticket.ticketId)));
    if (ended.length > 0) tellEnded(page, ended);
  }

  return {
    get last() {
      return last;
    },
    start() {
      void look();
      setInterval(() => view.tick(), TICK_MS);
      document.addEventListener('visibilitychange', () => void look());
    },
    refreshTickets,
  };
}

function isOpen(ticket: Ticket | undefined): boolean {
  return ticket?.status === 'open' || ticket?.status === 'pending';
}

function tellEnded({ shell, sound, frame, state, t }: MatchPage, ended: readonly Ticket[]): void {
  // What was won is told first: one line is shown, all are read aloud.
  const told = [...ended].sort((one, other) => Number(other.status === 'won') - Number(one.status === 'won'));
  const lines = told.map((ticket) => {
    const text = t(`studio.match_told_${ticket.status}`, { amount: money(state, ticket.payout), stake: money(state, ticket.stake) });
    return `${scoreLine(ticket.event, { t })}. ${text}`;
  });
  const won = ended.some((ticket) => ticket.status === 'won');
  shell.setMessage(lines[0] ?? '', won);
  shell.announce(lines.join(' '));
  if (won) sound.win();
  frame.send('round-ended');
  frame.send('balance-changed');
}
