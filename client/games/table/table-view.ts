import type { Slip, SlipChip, TableAnswer, TableRound } from '../../../shared/games/live/protocol.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import type { StudioSession } from '../../../shared/games/protocol.ts';
import { toWire, type Units } from '../../../shared/money/money.ts';
import { h } from '../lib/dom.ts';
import type { GamePage } from '../lib/game-page.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { createHand } from './hand.ts';
import { createTableCourse } from './table-course.ts';
import type { TableParts } from './table-parts.ts';
import { createTimeBar } from './time-bar.ts';

export type TablePage = GamePage<TableView>;

export interface TableView extends PageView {
  /** The area of cards, dice or wheel, with messages over it. */
  readonly scene: HTMLElement;
  readonly round: TableRound | undefined;
  /** The pending chips as a slip without a key; undefined without chips or while bets are closed. */
  pendingSlip(): { readonly roundId: string; readonly chips: readonly SlipChip[] } | undefined;
  confirmed(): void;
  /** Accepted chips; those of the current round are on the board. */
  showSlips(slips: readonly Slip[]): void;
  showTable(answer: TableAnswer): void;
  showRound(round: TableRound): void;
  tick(): void;
  /** The n-th chip of the rack. */
  chooseChip(index: number): void;
}

export interface TableEvents {
  opened(session: StudioSession): void;
  /** Bets are closed; `lost` if unconfirmed chips were removed. */
  closed(lost: boolean): void;
  /** A new round takes bets. */
  began(): void;
  /** The outcome is fully revealed. */
  outcomeShown(outcome: TableOutcome): void;
}

/** A table: its scene, past outcomes, the board, the clock, and the player's chips. */
export function createTableView(game: GameContext, parts: TableParts, clock: ServerClock, events: TableEvents): TableView {
  const { t } = game;
  let held = true;
  const board = parts.board(game, { placed: (spot) => hand.place(spot), removed: (spot) => hand.remove(spot) });
  const hand = createHand(game, board);
  const scene = parts.scene(game);
  const record = parts.record(game);
  const time = createTimeBar(t, clock);
  const sceneBox = h('div', { class: 'scene' }, scene.element, time.element);
  const stage = h(
    'div',
    { class: `table-stage table-${game.context.variant}` },
    sceneBox,
    record.element,
    h('div', { class: 'board-box' }, board.element),
  );

  const course = createTableCourse({ scene, record, time, board }, clock, {
    entered(phase) {
      stage.dataset.phase = phase;
      relock();
      if (phase === 'closed') events.closed(hand.takeBack());
    },
    began() {
      hand.takeBack();
      hand.nextRound();
      events.began();
    },
    outcomeShown: (outcome) => events.outcomeShown(outcome),
  });

  function relock(): void {
    const on = held || course.phase !== 'betting';
    board.lock(on);
    hand.lock(on);
    game.changed();
  }

  stage.dataset.phase = course.phase;
  return {
    motif: parts.motif,
    stage,
    scene: sceneBox,
    controls: h('div', { class: 'table-controls' }, hand.rack, hand.tools),
    actionLabel: t('studio.table_confirm'),
    get round() {
      return course.round;
    },
    open(session) {
      hand.open(session.limits);
      events.opened(session);
    },
    readBet: () => ({
      ...(hand.pending.stakes.size > 0 && course.phase === 'betting' ? { bet: hand.pending } : {}),
      total: hand.total,
      missing: t(course.phase === 'betting' ? 'studio.place_chips' : 'studio.table_closed'),
    }),
    pendingSlip() {
      const { round, phase } = course;
      if (!round || phase !== 'betting' || hand.pending.stakes.size === 0) return undefined;
      return { roundId: round.roundId, chips: [...hand.pending.stakes].map(([spot, stake]) => ({ spot, stake: toWire(stake) })) };
    },
    confirmed: () => hand.confirmed(),
    showSlips(slips) {
      const placed = new Map<string, Units>();
      for (const { chips } of slips.filter(({ roundId, status }) => roundId === course.round?.roundId && status !== 'refunded'))
        for (const { spot, stake } of chips) placed.set(spot, (placed.get(spot) ?? 0n) + unitsOf(stake));
      hand.setPlaced(placed);
    },
    showTable: course.showTable,
    showRound: course.showRound,
    tick: course.tick,
    chooseChip: hand.chooseNth,
    lock(on) {
      held = on;
      relock();
    },
  };
}

/** Stake and payout of the player's slips on a round. */
export function sumOf(
  slips: readonly Slip[],
  roundId: string,
): { readonly stake: Units; readonly payout: Units; readonly isOver: boolean } {
  const mine = slips.filter((slip) => slip.roundId === roundId);
  return {
    stake: mine.reduce((sum, { stake }) => sum + unitsOf(stake), 0n),
    payout: mine.reduce((sum, { payout }) => sum + unitsOf(payout), 0n),
    isOver: mine.length > 0 && mine.every(({ status }) => status === 'settled' || status === 'refunded'),
  };
}
