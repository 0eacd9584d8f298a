import type { Market } from '../../../shared/games/events/markets.ts';
import type { MatchEvent } from '../../../shared/games/events/protocol.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import type { FixtureActions } from './fixture-list.ts';
import { phaseOf, type ServerClock, takesBets } from './match-clock.ts';
import { marketName } from './names.ts';
import { createOddsButton, type OddsButton, roveOdds } from './odds-button.ts';
import { createScoreboard } from './scoreboard.ts';

export interface MatchDetail {
  readonly element: HTMLElement;
  show(match: MatchEvent | undefined): void;
  tick(): void;
}

function isClosed({ picks }: Pick<Market, 'picks'>): boolean {
  return picks.every(({ odds }) => odds === null);
}

/** One match: its course and all its markets. */
export function createMatchDetail(
  game: Pick<GameContext, 't'>,
  clock: ServerClock,
  actions: FixtureActions,
  back: () => void,
): MatchDetail {
  const { t } = game;
  let match: MatchEvent | undefined;
  let prices = new Map<string, OddsButton>();
  let lines = '';
  const board = createScoreboard(game, clock);
  const league = h('h2', { class: 'detail-league', tabindex: -1 });
  const backButton = button(icon('undo'), { class: 'icon-button', 'aria-label': t('studio.match_back') }, back);
  const state = h('p', { class: 'detail-state' });
  const markets = h('div', { class: 'markets' });
  const rove = roveOdds(markets);
  const element = h('section', { class: 'detail' }, h('div', { class: 'detail-head' }, backButton, league), board.element, state, markets);

  /** Offered lines change with the match: unchanged buttons are reused, so that they keep the focus. */
  function build(on: MatchEvent): void {
    const before = prices;
    prices = new Map(
      on.markets.flatMap(({ picks }) =>
        picks.map((offer) => [offer.selection, before.get(offer.selection) ?? createOddsButton(t, on, offer, actions.choose)] as const),
      ),
    );
    const names = [...new Set(on.markets.map((market) => marketName(market, on.mode, t)))];
    markets.replaceChildren(
      ...names.map((name) => {
        const rows = on.markets.filter((market) => marketName(market, on.mode, t) === name);
        const rowOf = ({ picks }: (typeof rows)[number]) =>
          isClosed({ picks })
            ? h('p', { class: 'odds-closed' }, t('studio.match_market_closed'))
            : h('div', { class: 'odds-row' }, ...picks.flatMap(({ selection }) => prices.get(selection)?.element ?? []));
        return h(
          'section',
          { class: 'market', role: 'group', 'aria-label': name },
          h('h3', { class: 'market-name' }, name),
          ...rows.map(rowOf),
        );
      }),
    );
  }

  const self: MatchDetail = {
    element,
    show(next) {
      if (next?.eventId !== match?.eventId) prices = new Map();
      match = next;
      if (!match) return;
      const on = match;
      const wanted = `${on.eventId} ${on.markets.map((market) => `${market.market}${market.line}${isClosed(market)}`).join()}`;
      setText(league, on.league);
      if (wanted !== lines) build(on);
      lines = wanted;
      for (const offer of on.markets.flatMap(({ picks }) => picks)) prices.get(offer.selection)?.update(on, offer);
      board.show(on);
      self.tick();
      rove.refresh();
    },
    tick() {
      if (!match) return;
      board.tick();
      const phase = phaseOf(match, clock.now());
      const isOpen = !actions.isLocked() && takesBets(match, clock.now());
      for (const price of prices.values()) price.mark(actions.holds(match.eventId, price.selection), isOpen);
      setText(
        state,
        phase === 'over' ? t('studio.match_closed') : phase === 'suspended' || phase === 'waiting' ? t('studio.match_suspended') : '',
      );
    },
  };
  return self;
}
