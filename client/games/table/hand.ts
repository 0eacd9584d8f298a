import type { SessionLimitsWire } from '../../../shared/games/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import { createChipRack } from '../lib/chip-rack.ts';
import { button, type Child, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import type { ChipStack, Stakes } from '../roulette/chip-stack.ts';
import { createRoundChips, type RoundChips } from './round-chips.ts';
import type { TableBoard } from './table-parts.ts';

/** The chips of a player: pending ones on the board, and accepted ones. */
export interface Hand {
  readonly rack: HTMLElement;
  readonly tools: HTMLElement;
  /** Chips that the player has not confirmed. */
  readonly pending: ChipStack;
  /** Including accepted chips. */
  readonly total: Units;
  open(limits: SessionLimitsWire): void;
  /** The player's accepted chips on this round. */
  setPlaced(placed: Stakes): void;
  /** Starts the next round, in which the chips of this one may be repeated. */
  nextRound(): void;
  /** Removes unconfirmed chips; false if there were none. */
  takeBack(): boolean;
  /** The pending chips have been placed as a slip. */
  confirmed(): void;
  place(spot: string): void;
  remove(spot: string): void;
  chooseNth(index: number): void;
  lock(locked: boolean): void;
}

export function createHand(game: GameContext, board: TableBoard): Hand {
  const chips = createRoundChips(game, show);
  const rack = createChipRack(game);
  const tools = createHandTools(game.t, chips);
  let locked = true;

  function show(): void {
    const { pending, placed } = chips;
    const all = new Map(placed);
    for (const [spot, stake] of pending.stakes) all.set(spot, (all.get(spot) ?? 0n) + stake);
    board.show(all, rack.levelOf);
    for (const spot of board.element.querySelectorAll<HTMLElement>('[data-spot]'))
      spot.classList.toggle('unconfirmed', pending.stakes.has(spot.dataset.spot ?? ''));
    showLock();
    game.changed();
  }

  function showLock(): void {
    tools.lock(locked);
    rack.lock(locked);
  }

  return {
    rack: rack.element,
    tools: tools.element,
    get pending() {
      return chips.pending;
    },
    get total() {
      return chips.total;
    },
    open(limits) {
      rack.open(limits);
      chips.open(limits);
    },
    setPlaced: chips.setPlaced,
    nextRound: chips.nextRound,
    takeBack() {
      const had = chips.pending.stakes.size > 0;
      chips.removePending();
      return had;
    },
    confirmed: chips.removePending,
    place(spot) {
      const chip = locked ? undefined : rack.take();
      if (chip === undefined) return;
      chips.place(spot, chip);
      game.sound.tick();
    },
    remove(spot) {
      if (!locked) chips.remove(spot);
    },
    chooseNth: rack.chooseNth,
    lock(on) {
      locked = on;
      showLock();
    },
  };
}

/** The buttons that change the pending chips. */
function createHandTools(t: Translate, chips: RoundChips) {
  const undo = tool(icon('undo'), t('studio.undo'), chips.undo);
  const clear = tool(icon('trash'), t('studio.clear'), chips.clear);
  const repeat = tool(icon('repeat'), t('studio.repeat'), chips.repeat);
  const half = tool('½', t('studio.half'), chips.half);
  const double = tool(icon('double'), t('studio.double'), chips.double);
  const max = tool(t('studio.stake_max'), t('studio.chips_max'), chips.max);
  return {
    element: h('div', { class: 'table-tools' }, undo, clear, repeat, half, double, max),
    lock(locked: boolean): void {
      const { pending, placed, last } = chips;
      undo.disabled = locked || !pending.canUndo;
      repeat.disabled = locked || last.size === 0;
      for (const one of [clear, half, max]) one.disabled = locked || pending.stakes.size === 0;
      double.disabled = locked || pending.stakes.size + placed.size === 0;
    },
  };
}

function tool(face: Child, label: string, run: () => void): HTMLButtonElement {
  return button(face, { class: 'button tool', 'aria-label': label, title: label }, run);
}
