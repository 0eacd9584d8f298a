import type { Offer } from '../../../shared/games/events/markets.ts';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { isLive, type ServerClock, takesBets } from './match-clock.ts';
import { createOddsButton, type OddsButton, roveOdds } from './odds-button.ts';
import { timeText } from './scoreboard.ts';

export interface FixtureList {
  readonly element: HTMLElement;
  show(matches: readonly MatchEvent[]): void;
  /** Marks selections on the slip and suspended matches; updates the clocks. */
  tick(): void;
}
export interface FixtureActions {
  choose(match: MatchEvent, offer: Offer): void;
  open(match: MatchEvent): void;
  holds(eventId: string, selection: string): boolean;
  isLocked(): boolean;
}

interface Row {
  readonly element: HTMLElement;
  match: MatchEvent;
  update(match: MatchEvent): void;
  tick(): void;
}

/** Matches of one tab, by league: teams, score or kick-off, and the odds of the winner. */
export function createFixtureList(
  game: Pick<GameContext, 't'>,
  clock: ServerClock,
  emptyText: string,
  actions: FixtureActions,
): FixtureList {
  const list = h('div', { class: 'fixtures' });
  const rove = roveOdds(list);
  let rows = new Map<string, Row>();

  return {
    element: list,
    show(matches) {
      const known = rows;
      rows = new Map(matches.map((match) => [match.eventId, known.get(match.eventId) ?? createRow(game.t, clock, actions, match)]));
      for (const match of matches) rows.get(match.eventId)?.update(match);
      const order = matches.map(({ eventId }) => eventId).join();
      if (list.dataset.order !== order) list.replaceChildren(...leagues(matches));
      list.dataset.order = order;
      for (const row of rows.values()) row.tick();
      rove.refresh();
    },
    tick() {
      for (const row of rows.values()) row.tick();
    },
  };

  function leagues(matches: readonly MatchEvent[]): readonly HTMLElement[] {
    if (matches.length === 0) return [h('p', { class: 'match-empty' }, emptyText)];
    return [...new Set(matches.map(({ league }) => league))].map((league) => {
      const own = matches.filter((match) => match.league === league).flatMap(({ eventId }) => rows.get(eventId)?.element ?? []);
      return h('section', { class: 'league' }, h('h3', { class: 'league-name' }, league), h('ol', { class: 'league-list' }, ...own));
    });
  }
}

function createRow(t: Translate, clock: ServerClock, actions: FixtureActions, first: MatchEvent): Row {
  const time = h('span', { class: 'match-time' });
  const scores = { home: h('b', { class: 'team-score' }), away: h('b', { class: 'team-score' }) };
  const team = (side: 'home' | 'away') => h('span', { class: 'team-line' }, h('bdi', {}, first[side]), scores[side]);
  const more = h('span', { class: 'fixture-more' });
  const open = button(h('span', { class: 'fixture-teams' }, team('home'), team('away')), { class: 'fixture-open' }, () =>
    actions.open(self.match),
  );
  const prices = (first.markets[0]?.picks ?? []).map((offer) => createOddsButton(t, first, offer, actions.choose));
  const group = { class: 'odds-row', role: 'group', 'aria-label': t('studio.match_versus', { home: first.home, away: first.away }) };
  const odds = h('div', group, ...prices.map((price) => price.element));
  const closed = h('p', { class: 'odds-closed', hidden: true }, t('studio.match_market_closed'));
  const element = h(
    'li',
    { class: first.featured ? 'fixture featured' : 'fixture', 'data-event': first.eventId },
    h('div', { class: 'fixture-head' }, time, first.featured && h('span', { class: 'match-badge' }, t('studio.match_featured')), more),
    open,
    odds,
    closed,
  );
  const self: Row = {
    element,
    match: first,
    update(match) {
      self.match = match;
      for (const price of prices) update(price, match);
      const isClosed = match.markets[0]?.picks.every((pick) => pick.odds === null) ?? true;
      odds.hidden = isClosed;
      closed.hidden = !isClosed;
      setText(more, t('studio.match_more_markets', { count: match.markets.length }));
    },
    tick() {
      const { match } = self;
      const live = isLive(match, clock.now());
      element.classList.toggle('live', live);
      setText(time, timeText(match, clock, { t }));
      for (const side of ['home', 'away'] as const) setText(scores[side], live ? String(match.score?.[side] ?? '') : '');
      const isOpen = !actions.isLocked() && takesBets(match, clock.now());
      for (const price of prices) price.mark(actions.holds(match.eventId, price.selection), isOpen);
    },
  };
  self.update(first);
  return self;
}

function update(price: OddsButton, match: MatchEvent): void {
  const offer = match.markets.flatMap(({ picks }) => picks).find(({ selection }) => selection === price.selection);
  price.update(match, offer ?? { pick: 'home', selection: price.selection, odds: null });
}
