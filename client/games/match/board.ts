import type { EventsAnswer, MatchEvent, Ticket } from '../../../shared/games/events/protocol.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { type BoardTab, createBoardTabs } from './board-tabs.ts';
import { createFixtureList, type FixtureActions } from './fixture-list.ts';
import { isLive, type ServerClock } from './match-clock.ts';
import { createMatchDetail } from './match-page.ts';
import { isOpenTicket, resultItems, ticketItems } from './ticket-list.ts';

export interface Board {
  readonly elements: readonly HTMLElement[];
  showEvents(answer: EventsAnswer): void;
  showMatch(match: MatchEvent): void;
  showTickets(tickets: readonly Ticket[]): void;
  tick(): void;
}

type Matches = Pick<EventsAnswer, 'fixtures' | 'results'>;

/** Number of results on the page. */
const RESULTS = 20;

/** The tabs for matches and bets, and the open match. */
export function createBoard(game: GameContext, clock: ServerClock, wanted: string, actions: Omit<FixtureActions, 'open'>): Board {
  let matches: Matches = { fixtures: [], results: [] };
  let selected = wanted;
  let isFirst = true;
  const all = { ...actions, open: openMatch };
  const lists = createMatchLists(game, clock, all);
  const tickets = createTicketLists(game);
  const results = list();
  const detail = createMatchDetail(game, clock, all, () => look(false));
  const tabs = createBoardTabs(
    game.t,
    { live: lists.live, upcoming: lists.upcoming, open: tickets.open, settled: tickets.settled, results },
    (tab) => {
      // Also before the first matches arrive, so that the player's choice is preserved.
      isFirst = false;
      choose(tab);
    },
  );

  function choose(tab: BoardTab): void {
    look(false);
    tabs.show(tab);
  }

  function openMatch(match: MatchEvent): void {
    selected = match.eventId;
    look(true);
    detail.show(match);
    markRow(tabs.element, selected);
    detail.element.querySelector<HTMLElement>('.detail-league')?.focus({ preventScroll: true });
  }

  /** On a phone the open match is shown in place of the list. */
  function look(on: boolean): void {
    tabs.element.closest('.match')?.classList.toggle('looking', on);
  }

  function show(): void {
    const { live, upcoming } = lists.show(matches.fixtures);
    tabs.count('live', live.length);
    results.replaceChildren(...resultItems(matches.results, game));
    const match = [...matches.fixtures, ...matches.results].find(({ eventId }) => eventId === selected) ?? live[0] ?? upcoming[0];
    if (match) {
      selected = match.eventId;
      detail.show(match);
    }
    if (isFirst) begin(live, match);
    isFirst = false;
    markRow(tabs.element, selected);
  }

  /** Opens the requested match, otherwise a live one. */
  function begin(live: readonly MatchEvent[], match: MatchEvent | undefined): void {
    choose(live.length > 0 && !(match && wanted === match.eventId && !live.includes(match)) ? 'live' : 'upcoming');
    if (match && wanted === match.eventId) look(true);
  }

  choose('live');
  return {
    elements: [tabs.element, detail.element],
    showEvents(answer) {
      matches = answer;
      show();
    },
    showMatch(match) {
      matches = withMatch(matches, match);
      show();
    },
    showTickets: (all) => tabs.count('open', tickets.show(all)),
    tick() {
      if (lists.tick(matches.fixtures)) detail.tick();
      else show();
    },
  };
}

/** The matches of the tabs for live and for coming matches. */
function createMatchLists({ t }: GameContext, clock: ServerClock, actions: FixtureActions) {
  const live = createFixtureList({ t }, clock, t('studio.match_none_live'), actions);
  const upcoming = createFixtureList({ t }, clock, t('studio.match_none'), actions);
  let running = '';

  function split(fixtures: readonly MatchEvent[]) {
    const now = clock.now();
    return { live: fixtures.filter((match) => isLive(match, now)), upcoming: fixtures.filter((match) => !isLive(match, now)) };
  }

  live.element.replaceChildren(h('p', { class: 'match-empty' }, t('studio.loading')));
  return {
    live: live.element,
    upcoming: upcoming.element,
    show(fixtures: readonly MatchEvent[]) {
      const now = split(fixtures);
      running = idsOf(now.live);
      live.show(now.live);
      upcoming.show(now.upcoming);
      return now;
    },
    /** Updates the rows. False if other matches are live than were shown: then they must be shown again. */
    tick(fixtures: readonly MatchEvent[]): boolean {
      if (idsOf(split(fixtures).live) !== running) return false;
      live.tick();
      upcoming.tick();
      return true;
    },
  };
}

/** The player's bets: those that are open, and those that have ended. */
function createTicketLists(game: GameContext) {
  const open = list();
  const settled = list();
  return {
    open,
    settled,
    /** Returns the number of open ones. */
    show(tickets: readonly Ticket[]): number {
      const current = tickets.filter(isOpenTicket);
      const ended = tickets.filter((ticket) => !isOpenTicket(ticket));
      open.replaceChildren(...ticketItems(current, game.t('studio.match_no_open_bets'), game));
      settled.replaceChildren(...ticketItems(ended, game.t('studio.match_no_bets'), game));
      return current.length;
    },
  };
}

function list(): HTMLOListElement {
  return h('ol', { class: 'match-items' });
}

function idsOf(matches: readonly MatchEvent[]): string {
  return matches.map(({ eventId }) => eventId).join();
}

/** The matches with a changed one; a match that has ended moves to the results. */
function withMatch({ fixtures, results }: Matches, match: MatchEvent): Matches {
  const isOpen = match.state === 'open';
  return {
    fixtures: fixtures.flatMap((one) => (one.eventId !== match.eventId ? [one] : isOpen ? [match] : [])),
    results: isOpen ? results : [match, ...results.filter(({ eventId }) => eventId !== match.eventId)].slice(0, RESULTS),
  };
}

/** Marks the row of the open match. */
function markRow(main: HTMLElement, selected: string): void {
  for (const row of main.querySelectorAll<HTMLElement>('.fixture')) row.classList.toggle('looked-at', row.dataset.event === selected);
}
