import type { EventStreamEvents, EventsAnswer, MatchEvent, Ticket } from '../../../shared/games/events/protocol.ts';
import { refuseStream } from '../lib/game-messages.ts';
import { money, showBalance, showMessage } from '../lib/game-page.ts';
import { MESSAGE_MS } from '../lib/shell.ts';
import { unitsOf } from '../lib/stakes.ts';
import { createFollower } from '../table/follow-stream.ts';
import { createDueResults, CHECK_MS as TICK_MS } from './due-results.ts';
import type { ServerClock } from './match-clock.ts';
import type { MatchPage } from './place-bet.ts';
import { isAwaited, isOpenTicket, scoreLine } from './ticket-list.ts';

export interface Follower {
  /** The matches of the last response. */
  readonly last: EventsAnswer | undefined;
  start(): void;
  /** Called with a session: requests the player's bets and follows them on the stream. */
  enter(): void;
  /** Requests the player's bets and announces those that have ended since. */
  refreshTickets(): Promise<void>;
}

/** New fixtures are not on the stream: the list is reloaded at this interval. */
const RELOAD_MS = 30_000;

/** Updates matches, odds and bets from one stream. */
export function followEvents(page: MatchPage, clock: ServerClock): Follower {
  const { api, view, context, state, shell, t } = page;
  let last: EventsAnswer | undefined;
  let tickets: readonly Ticket[] = [];
  let matches = new Map<string, MatchEvent>();
  const due = createDueResults(page.frame, clock);
  const checkDue = () => due.check(tickets, matches);

  function showEvents(answer: EventsAnswer): void {
    last = answer;
    matches = new Map([...answer.results, ...answer.fixtures].map((match) => [match.eventId, match]));
    clock.set(answer.now);
    view.showEvents(answer);
  }

  const feed = createFollower({
    open: (signal) => api.eventStream(context.gameId, signal),
    poll: reload,
    lost: (on) => showMessage(shell, on ? t('studio.connection_lost') : ''),
    full: () => refuseStream(page, feed.restart),
    dispatch(name, data) {
      if (name === 'events') showEvents(data as EventsAnswer);
      if (name === 'match') showMatch(data as EventStreamEvents['match']);
      if (name === 'ticket') showTicket(data as EventStreamEvents['ticket']);
    },
  });

  function showMatch({ now, match }: EventStreamEvents['match']): void {
    clock.set(now);
    matches.set(match.eventId, match);
    due.moved(match);
    view.showMatch(match);
    if (match.state !== 'open') void reload().catch(() => undefined);
  }

  function showTicket({ ticket, balance }: EventStreamEvents['ticket']): void {
    if (balance !== null && !state.busy) showBalance(page, unitsOf(balance));
    showTickets([ticket, ...tickets.filter(({ ticketId }) => ticketId !== ticket.ticketId)]);
  }

  function showTickets(next: readonly Ticket[]): void {
    const before = tickets;
    tickets = [...next].sort((one, other) => Date.parse(other.placedAt) - Date.parse(one.placedAt));
    view.showTickets(tickets);
    announceEnded(page, endedSince(before, tickets));
    checkDue();
  }

  async function reload(): Promise<void> {
    showEvents(await api.events(context.gameId));
    if (tickets.some(isAwaited)) await refreshTickets();
  }

  async function refreshTickets(): Promise<void> {
    if (!state.session) return;
    const answer = await api.tickets().catch(() => undefined);
    if (!answer) return;
    if (answer.balance !== null && !state.busy) showBalance(page, unitsOf(answer.balance));
    showTickets(answer.tickets);
  }

  return {
    get last() {
      return last;
    },
    start() {
      feed.start();
      setInterval(() => {
        view.tick();
        checkDue();
      }, TICK_MS);
      repeatWhileVisible(() => void reload().catch(() => undefined));
    },
    enter() {
      feed.restart();
      void refreshTickets();
    },
    refreshTickets,
  };
}

/** Repeats the task at an interval while the page is visible, and when it becomes visible again. */
function repeatWhileVisible(task: () => void): void {
  const run = () => {
    if (!document.hidden) task();
  };
  setInterval(run, RELOAD_MS);
  document.addEventListener('visibilitychange', run);
}

/** Tickets that were open before and no longer are. */
function endedSince(before: readonly Ticket[], now: readonly Ticket[]): readonly Ticket[] {
  const open = new Set(before.filter(isOpenTicket).map(({ ticketId }) => ticketId));
  return now.filter((ticket) => !isOpenTicket(ticket) && open.has(ticket.ticketId));
}

function announceEnded({ shell, sound, frame, state, t }: MatchPage, ended: readonly Ticket[]): void {
  if (ended.length === 0) return;
  // Won bets first: one line is shown, all are announced.
  const sorted = [...ended].sort((one, other) => Number(other.status === 'won') - Number(one.status === 'won'));
  const lines = sorted.map((ticket) => {
    const text = t(`studio.match_ended_${ticket.status}`, { amount: money(state, ticket.payout), stake: money(state, ticket.stake) });
    const [leg] = ticket.legs;
    const subject =
      ticket.legs.length === 1 && leg ? scoreLine(leg.event, t) : t('studio.match_kind_multiple', { count: ticket.legs.length });
    return `${subject}. ${text}`;
  });
  const won = ended.some((ticket) => ticket.status === 'won');
  shell.setMessage(lines[0] ?? '', won, MESSAGE_MS);
  shell.announce(lines.join(' '));
  if (won) sound.win();
  // A bet being placed reports its own end.
  if (!state.busy) frame.send('round-ended');
  frame.send('balance-changed');
}
