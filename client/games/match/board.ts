import type { EventsAnswer, MatchEvent, Ticket } from '../../../shared/games/events/protocol.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
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

const TABS = ['live', 'upcoming', 'open', 'settled', 'results'] as const;
type Tab = (typeof TABS)[number];
/** Number of results on the page. */
const RESULTS = 20;

/** The tabs for matches and bets, and the open match. */
export function createBoard(game: GameContext, clock: ServerClock, wanted: string, actions: Omit<FixtureActions, 'open'>): Board {
  const { t } = game;
  let fixtures: readonly MatchEvent[] = [];
  let results: readonly MatchEvent[] = [];
  let selected = wanted;
  let running = '';
  let isFirst = true;
  const all = { ...actions, open: openMatch };
  const lists = {
    live: createFixtureList(game, clock, t('studio.match_none_live'), all),
    upcoming: createFixtureList(game, clock, t('studio.match_none'), all),
  };
  const items = { open: list(), settled: list(), results: list() };
  const detail = createMatchDetail(game, clock, all, () => leave());
  const tabs = new Map(TABS.map((tab) => [tab, button(t(`studio.match_tab_${tab}`), { class: 'match-tab' }, () => chosen(tab))]));
  const panels: Record<Tab, HTMLElement> = { live: lists.live.element, upcoming: lists.upcoming.element, ...items };
  const main = h(
    'div',
    { class: 'match-main' },
    h('div', { class: 'match-tabs', role: 'group', 'aria-label': t('studio.match_views') }, ...tabs.values()),
    h('div', { class: 'match-panels' }, ...TABS.map((tab) => panelOf(tab))),
  );

  function panelOf(tab: Tab): HTMLElement {
    const panel = h('section', { class: 'match-panel', 'data-tab': tab, 'aria-label': t(`studio.match_tab_${tab}`) }, panels[tab]);
    panel.tabIndex = 0;
    return panel;
  }

  function choose(tab: Tab): void {
    leave();
    main.dataset.tab = tab;
    for (const [name, one] of tabs) one.setAttribute('aria-pressed', String(name === tab));
    for (const panel of main.querySelectorAll<HTMLElement>('.match-panel')) panel.hidden = panel.dataset.tab !== tab;
  }

  function chosen(tab: Tab): void {
    // Also before the first matches arrive, so that the player's choice is preserved.
    isFirst = false;
    choose(tab);
  }

  function openMatch(match: MatchEvent): void {
    selected = match.eventId;
    stageOf()?.classList.add('looking');
    detail.show(match);
    mark();
    detail.element.querySelector<HTMLElement>('.detail-league')?.focus({ preventScroll: true });
  }

  function leave(): void {
    stageOf()?.classList.remove('looking');
  }

  function stageOf(): Element | null {
    return main.closest('.match');
  }

  function mark(): void {
    for (const row of main.querySelectorAll<HTMLElement>('.fixture')) row.classList.toggle('looked-at', row.dataset.event === selected);
  }

  function show(): void {
    const now = clock.now();
    const live = fixtures.filter((match) => isLive(match, now));
    const upcoming = fixtures.filter((match) => !isLive(match, now));
    running = live.map(({ eventId }) => eventId).join();
    lists.live.show(live);
    lists.upcoming.show(upcoming);
    setText(
      tabs.get('live') as Element,
      live.length > 0 ? t('studio.match_tab_live_count', { count: live.length }) : t('studio.match_tab_live'),
    );
    items.results.replaceChildren(...resultItems(results, game));
    const match = find(selected) ?? live[0] ?? upcoming[0];
    if (match) {
      selected = match.eventId;
      detail.show(match);
    }
    if (isFirst) begin(live, match);
    isFirst = false;
    mark();
  }

  /** Opens the requested match, otherwise a live one. */
  function begin(live: readonly MatchEvent[], match: MatchEvent | undefined): void {
    choose(live.length > 0 && !(match && wanted === match.eventId && !live.includes(match)) ? 'live' : 'upcoming');
    if (match && wanted === match.eventId) stageOf()?.classList.add('looking');
  }

  function find(eventId: string): MatchEvent | undefined {
    return [...fixtures, ...results].find((match) => match.eventId === eventId);
  }

  lists.live.element.replaceChildren(h('p', { class: 'match-empty' }, t('studio.loading')));
  choose('live');
  return {
    elements: [main, detail.element],
    showEvents(answer) {
      ({ fixtures, results } = answer);
      show();
    },
    showMatch(match) {
      fixtures = fixtures.flatMap((one) => (one.eventId !== match.eventId ? [one] : match.state === 'open' ? [match] : []));
      if (match.state !== 'open') results = [match, ...results.filter(({ eventId }) => eventId !== match.eventId)].slice(0, RESULTS);
      show();
    },
    showTickets(tickets) {
      const open = tickets.filter(isOpenTicket);
      items.open.replaceChildren(...ticketItems(open, t('studio.match_no_open_bets'), game));
      items.settled.replaceChildren(
        ...ticketItems(
          tickets.filter((ticket) => !isOpenTicket(ticket)),
          t('studio.match_no_bets'),
          game,
        ),
      );
      setText(
        tabs.get('open') as Element,
        open.length > 0 ? t('studio.match_tab_open_count', { count: open.length }) : t('studio.match_tab_open'),
      );
    },
    tick() {
      const live = fixtures.filter((match) => isLive(match, clock.now()));
      if (live.map(({ eventId }) => eventId).join() !== running) return show();
      lists.live.tick();
      lists.upcoming.tick();
      detail.tick();
    },
  };
}

function list(): HTMLOListElement {
  return h('ol', { class: 'match-items' });
}
