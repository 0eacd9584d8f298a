import { toWire, type Units } from '../../../shared/money/money.ts';
import { oddsHundredths, winningPayout } from '../../../shared/studio/events/match.ts';
import type { EventsAnswer, MatchEvent, Ticket, TicketRequest } from '../../../shared/studio/events/protocol.ts';
import type { StudioSession } from '../../../shared/studio/protocol.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { createStakeControl } from '../lib/stake-control.ts';
import { createFixtureList, type SlipPick } from './fixture-list.ts';
import { phaseOf, type ServerClock } from './match-clock.ts';
import { pickName, resultItems, ticketItems } from './match-lists.ts';

export interface MatchView extends PageView {
  /** The bet on the slip, without a key; undefined while nothing is picked. */
  wish(): Omit<TicketRequest, 'key'> | undefined;
  /** What the bet on the slip would pay. */
  possible(): Units;
  clear(): void;
  showEvents(answer: EventsAnswer): void;
  showTickets(tickets: readonly Ticket[]): void;
  tick(): void;
}

const PANELS = ['fixtures', 'bets', 'results'] as const;
type Panel = (typeof PANELS)[number];

/** Matches to bet on, the slip, and beside them the player's bets and the results. `wanted` is a match to begin with. */
export function createMatchView(
  game: GameContext,
  clock: ServerClock,
  { wanted, opened }: { readonly wanted: string; opened(session: StudioSession): void },
): MatchView {
  const { t } = game;
  let picked: SlipPick | undefined;
  let isFirst = true;
  const stake = createStakeControl(game);
  const fixtures = createFixtureList(game, clock, choose);
  const bets = h('ol', { class: 'match-items' });
  const results = h('ol', { class: 'match-items' });
  const slipText = h('p', { class: 'slip-text', 'aria-live': 'polite' });
  const remove = button(icon('close'), { class: 'icon-button', 'aria-label': t('studio.match_remove'), hidden: true }, () =>
    choose(undefined),
  );
  const tabs = new Map(PANELS.map((panel) => [panel, button(t(`studio.match_${panel}`), { class: 'match-tab' }, () => open(panel))]));
  const stage = h(
    'div',
    { class: 'match' },
    h('div', { class: 'match-tabs', role: 'group', 'aria-label': t('studio.match_views') }, ...tabs.values()),
    panelOf('fixtures', fixtures.element),
    h('div', { class: 'match-side' }, panelOf('bets', bets), panelOf('results', results)),
  );

  function panelOf(panel: Panel, list: HTMLElement): HTMLElement {
    const id = `match-${panel}-title`;
    const title = h('h2', { class: 'match-title', id }, t(`studio.match_${panel}`));
    return h('section', { class: `match-panel panel-${panel}`, 'aria-labelledby': id }, title, list);
  }

  function open(panel: Panel): void {
    stage.dataset.panel = panel;
    for (const [name, tab] of tabs) tab.setAttribute('aria-pressed', String(name === panel));
  }

  function choose(pick: SlipPick | undefined): void {
    const isSame = pick && picked?.event.eventId === pick.event.eventId && picked.selection === pick.selection;
    picked = isSame ? undefined : pick;
    fixtures.mark(picked);
    showSlip();
    game.changed();
  }

  function showSlip(): void {
    remove.hidden = picked === undefined;
    const text = picked
      ? t('studio.match_slip', {
          pick: pickName(picked.event, picked.selection, game),
          teams: t('studio.match_versus', { home: picked.event.home, away: picked.event.away }),
          odds: picked.event.odds[picked.selection] ?? '',
        })
      : t('studio.match_slip_empty');
    setText(slipText, text);
  }

  function showWanted(list: readonly MatchEvent[]): void {
    const index = list.findIndex((event) => event.eventId === wanted);
    const element = fixtures.element.children[index];
    if (!isFirst || !element) return;
    isFirst = false;
    element.classList.add('wanted');
    element.scrollIntoView({ block: 'center' });
  }

  open('fixtures');
  showSlip();
  bets.replaceChildren(...ticketItems([], game));
  return {
    motif: 'hexagons',
    stage,
    controls: h('div', { class: 'slip' }, h('div', { class: 'slip-line' }, slipText, remove), stake.element),
    actionLabel: t('studio.match_place'),
    open(session) {
      stake.open(session.limits);
      opened(session);
    },
    readBet: () => ({ ...(picked ? { bet: picked } : {}), total: stake.stake, missing: t('studio.match_pick_first') }),
    wish() {
      if (!picked) return undefined;
      const { event, selection } = picked;
      return { eventId: event.eventId, selection, odds: event.odds[selection] ?? '', stake: toWire(stake.stake) };
    },
    possible: () => (picked ? winningPayout(stake.stake, oddsHundredths(picked.event, picked.selection) ?? 0) : 0n),
    clear: () => choose(undefined),
    showEvents(answer) {
      fixtures.show(answer.fixtures);
      results.replaceChildren(...resultItems(answer.results, game));
      showWanted(answer.fixtures);
    },
    showTickets(tickets) {
      bets.replaceChildren(...ticketItems(tickets, game));
      const open = tickets.filter(({ status }) => status === 'open' || status === 'pending').length;
      setText(tabs.get('bets') as Element, open > 0 ? t('studio.match_bets_count', { count: open }) : t('studio.match_bets'));
    },
    tick() {
      fixtures.tick();
      if (!picked || phaseOf(picked.event, clock.now()) === 'far' || phaseOf(picked.event, clock.now()) === 'soon') return;
      choose(undefined);
      game.say(t('studio.match_kicked_off'));
    },
    lock(on) {
      stake.lock(on);
      remove.disabled = on;
      fixtures.lock(on);
    },
  };
}
