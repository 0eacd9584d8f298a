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
import type { TableParts } from './table-parts.ts';
import { createTimeBar, type TablePhase } from './time-bar.ts';

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
  let round: TableRound | undefined;
  let history: readonly TableOutcome[] = [];
  let phase: TablePhase = 'waiting';
  let held = true;
  let revealed = '';
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

  function enter(next: TablePhase): void {
    if (phase === next) return;
    phase = next;
    stage.dataset.phase = next;
    time.show(next, round);
    relock();
    if (next === 'closed') {
      scene.wait();
      events.closed(hand.takeBack());
    }
  }

  function relock(): void {
    const on = held || phase !== 'betting';
    board.lock(on);
    hand.lock(on);
    game.changed();
  }

  function begin(next: TableRound): void {
    round = next;
    revealed = '';
    hand.takeBack();
    hand.nextRound();
    board.mark();
    scene.clear();
    record.show(history);
    events.began();
    enter('betting');
    time.show('betting', round);
  }

  async function reveal({ roundId, outcome, drawsAt }: TableRound): Promise<void> {
    if (!outcome || revealed === roundId) return;
    revealed = roundId;
    if (phase === 'betting') enter('closed');
    enter('dealing');
    await scene.reveal(outcome, clock.now() - Date.parse(drawsAt));
    if (revealed !== roundId) return;
    history = [outcome, ...history];
    record.show(history);
    board.mark(outcome);
    enter('result');
    time.showText(scene.title(outcome));
    events.outcomeShown(outcome);
  }

  function follow(next: TableRound): void {
    const isNew = round?.roundId !== next.roundId;
    if (isNew) begin(next);
    round = next;
    if (next.state === 'drawn') void reveal(next);
    else if (next.state === 'void') enter('waiting');
    tick();
  }

  function tick(): void {
    if (round?.state === 'open' && phase === 'betting' && clock.now() >= Date.parse(round.closesAt)) enter('closed');
    time.tick(phase, round);
  }

  stage.dataset.phase = phase;
  time.show(phase, round);
  return {
    motif: parts.motif,
    stage,
    scene: sceneBox,
    controls: h('div', { class: 'table-controls' }, hand.rack, hand.tools),
    actionLabel: t('studio.table_confirm'),
    get round() {
      return round;
    },
    open(session) {
      hand.open(session.limits);
      events.opened(session);
    },
    readBet: () => ({
      ...(hand.pending.stakes.size > 0 && phase === 'betting' ? { bet: hand.pending } : {}),
      total: hand.total,
      missing: t(phase === 'betting' ? 'studio.place_chips' : 'studio.table_closed'),
    }),
    pendingSlip() {
      if (!round || phase !== 'betting' || hand.pending.stakes.size === 0) return undefined;
      return { roundId: round.roundId, chips: [...hand.pending.stakes].map(([spot, stake]) => ({ spot, stake: toWire(stake) })) };
    },
    confirmed: () => hand.confirmed(),
    showSlips(slips) {
      const placed = new Map<string, Units>();
      for (const { chips } of slips.filter(({ roundId, status }) => roundId === round?.roundId && status !== 'refunded'))
        for (const { spot, stake } of chips) placed.set(spot, (placed.get(spot) ?? 0n) + unitsOf(stake));
      hand.setPlaced(placed);
    },
    showTable(answer) {
      clock.set(answer.now);
      // A round is not part of the history before it was revealed.
      history = answer.history;
      if (answer.round) {
        if (answer.round.outcome && revealed === answer.round.roundId) history = [answer.round.outcome, ...history];
        follow(answer.round);
      }
      record.show(history);
    },
    showRound: follow,
    tick,
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
