import type { ChasePlan } from '../../../shared/games/lottery/chase.ts';
import type { Order } from '../../../shared/games/lottery/order.ts';
import type { LotteryDrawsAnswer, LotteryTicketRequest, LotteryTicketsAnswer } from '../../../shared/games/lottery/protocol.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { h } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { chaseItems } from './chase-list.ts';
import { createDrawHead } from './draw-head.ts';
import { type Choices, createOrderForm } from './order-form.ts';
import { createTabs } from './tabs.ts';
import { resultItems, type TicketActions, ticketItems } from './ticket-list.ts';

export interface LotteryView extends PageView {
  /** The order as it stands; undefined while it cannot be placed. */
  request(): Omit<LotteryTicketRequest, 'key'> | undefined;
  /** The following draws of the order; undefined for one draw. */
  readonly plan: ChasePlan | undefined;
  missing(): string;
  readonly order: Order | undefined;
  /** The order has been placed: the choices are cleared and can be repeated. */
  placed(choices: Choices): void;
  /** Fills the order in as it was placed before. */
  repeat(choices: Choices): void;
  showDraws(answer: LotteryDrawsAnswer): void;
  showTickets(answer: Pick<LotteryTicketsAnswer, 'tickets' | 'chases'> & { readonly hasMore: boolean }): void;
  tick(): void;
}

/** Draw and order; tickets and results in tabs of their own. `wanted` is the play type to open first. */
export function createLotteryView(
  game: GameContext,
  clock: ServerClock,
  { wanted, opened, actions }: { readonly wanted: string; opened(session: StudioSession): void; readonly actions: TicketActions },
): LotteryView {
  const head = createDrawHead(game, clock);
  const form = createOrderForm(game, () => tabs.open('bet'));
  const tabs = createTabs(game.t, {
    bet: form.choices,
    tickets: [h('ol', { class: 'lotto-items' })],
    results: [h('ol', { class: 'lotto-items' })],
  });
  return {
    motif: 'hexagons',
    stage: h('div', { class: 'lotto' }, head.element, tabs.element),
    controls: form.controls,
    actionLabel: game.t('studio.lotto_place'),
    open(session) {
      opened(session);
      form.open(wanted);
    },
    readBet: () => ({ ...(form.order ? { bet: form.order } : {}), total: form.order?.cost ?? 0n, missing: form.missing() }),
    missing: form.missing,
    get plan() {
      return form.plan;
    },
    get order() {
      return form.order;
    },
    request() {
      const draw = head.onSale;
      return form.order && draw ? { drawId: draw.drawId, ...form.current } : undefined;
    },
    placed: form.placed,
    repeat: form.repeat,
    showDraws(answer) {
      head.show(answer);
      tabs.fill('results', resultItems(answer.results, game));
    },
    showTickets({ tickets, chases, hasMore }) {
      tabs.fill('tickets', [...chaseItems(chases, game, actions), ...ticketItems(tickets, hasMore, game, actions)]);
      const [newest] = tickets;
      if (newest) form.offerRepeat(() => actions.repeat(newest));
    },
    tick: head.tick,
    lock: form.lock,
  };
}
