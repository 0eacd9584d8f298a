import { spotMost, tableSpot } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import type { Units } from '../../../shared/money/money.ts';
import { createChipRack } from '../lib/chip-rack.ts';
import { button, type Child, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { type StakeLimits, unitsOf } from '../lib/stakes.ts';
import { type ChipStack, createChipStack, type Least, type Placing, type Stakes } from '../roulette/chip-stack.ts';
import type { TableBoard } from './table-parts.ts';

/** The chips of a player: pending ones on the board, and accepted ones. */
export interface Hand {
  readonly rack: HTMLElement;
  readonly tools: HTMLElement;
  /** Chips that the player has not confirmed. */
  readonly pending: ChipStack;
  /** Including accepted chips. */
  readonly total: Units;
  open(limits: StakeLimits): void;
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

type Tool = 'undo' | 'clear' | 'repeat' | 'half' | 'double' | 'max';

export function createHand(game: GameContext, board: TableBoard): Hand {
  const { t } = game;
  const table = game.context.variant as TableGame;
  let most: Units = 0n;
  let least: Least = { min: 0n, step: 1n };
  let pending = createChipStack(0n);
  let placed: Stakes = new Map();
  let last: Stakes = new Map();
  let locked = true;
  const rack = createChipRack(game);
  const tools: Readonly<Record<Tool, HTMLButtonElement>> = {
    undo: tool(icon('undo'), t('studio.undo'), () => change(pending.undo())),
    clear: tool(icon('trash'), t('studio.clear'), () => change(pending.clear())),
    repeat: tool(icon('repeat'), t('studio.repeat'), () => put(pending.repeat(last))),
    half: tool('½', t('studio.half'), () => change(pending.half(least))),
    double: tool(icon('double'), t('studio.double'), () => put(pending.stakes.size > 0 ? pending.double() : pending.repeat(placed))),
    max: tool(t('studio.stake_max'), t('studio.chips_max'), () => change(raised())),
  };

  function change(next: ChipStack): void {
    pending = next;
    show();
  }

  /** The table checks the limits of the spots; the stack checks those of the round. */
  function put({ stack, full }: Placing): void {
    const over = [...stack.stakes].find(([spot, stake]) => stake + (placed.get(spot) ?? 0n) > mostOn(spot));
    if (full) game.showMessage(t('studio.table_full', { max: game.money(most) }));
    else if (over) game.showMessage(t('studio.table_spot_full', { max: game.money(mostOn(over[0])) }));
    else change(stack);
  }

  function raised(): ChipStack {
    const [room, balance] = [most - totalOf(placed), game.balance()];
    return pending.raise(balance < room ? balance : room, (spot) => mostOn(spot) - (placed.get(spot) ?? 0n), least);
  }

  function mostOn(id: string): Units {
    const spot = tableSpot(table, id);
    return spot ? spotMost(spot, most) : 0n;
  }

  function show(): void {
    const all = new Map(placed);
    for (const [spot, stake] of pending.stakes) all.set(spot, (all.get(spot) ?? 0n) + stake);
    board.show(all, rack.levelOf);
    for (const spot of board.element.querySelectorAll<HTMLElement>('[data-spot]'))
      spot.classList.toggle('unconfirmed', pending.stakes.has(spot.dataset.spot ?? ''));
    lockTools();
    game.changed();
  }

  function lockTools(): void {
    tools.undo.disabled = locked || !pending.canUndo;
    tools.clear.disabled = locked || pending.stakes.size === 0;
    tools.repeat.disabled = locked || last.size === 0;
    for (const one of [tools.half, tools.max]) one.disabled = locked || pending.stakes.size === 0;
    tools.double.disabled = locked || pending.stakes.size + placed.size === 0;
    rack.lock(locked);
  }

  function restack(): void {
    pending = createChipStack(most - totalOf(placed));
  }

  return {
    rack: rack.element,
    tools: h('div', { class: 'table-tools' }, ...Object.values(tools)),
    get pending() {
      return pending;
    },
    get total() {
      return pending.total + totalOf(placed);
    },
    open(limits) {
      most = unitsOf(limits.maxStake);
      least = { min: unitsOf(limits.minStake), step: unitsOf(limits.stakeStep) };
      restack();
      rack.open(limits);
      show();
    },
    setPlaced(stakes) {
      placed = stakes;
      if (pending.stakes.size === 0) restack();
      show();
    },
    nextRound() {
      if (placed.size > 0) last = placed;
      placed = new Map();
      restack();
      show();
    },
    takeBack() {
      const had = pending.stakes.size > 0;
      restack();
      show();
      return had;
    },
    confirmed() {
      restack();
      show();
    },
    place(spot) {
      const chip = locked ? undefined : rack.take();
      if (chip === undefined) return;
      put(pending.place(spot, chip));
      game.sound.tick();
    },
    remove(spot) {
      if (!locked) change(pending.remove(spot));
    },
    chooseNth: rack.chooseNth,
    lock(on) {
      locked = on;
      lockTools();
    },
  };
}

function tool(face: Child, label: string, run: () => void): HTMLButtonElement {
  return button(face, { class: 'button tool', 'aria-label': label, title: label }, run);
}

function totalOf(stakes: Stakes): Units {
  return [...stakes.values()].reduce((sum, stake) => sum + stake, 0n);
}
