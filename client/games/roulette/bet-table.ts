import type { SessionLimitsWire } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { type ChipRack, createChipRack } from '../lib/chip-rack.ts';
import { button, type Child, h } from '../lib/dom.ts';
import type { BetReading, GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { fullText } from '../lib/site-limit.ts';
import { unitsOf } from '../lib/stakes.ts';
import { type Board, createBoard } from './board.ts';
import { type ChipStack, createChipStack, type Least, type Placing, type Stakes } from './chip-stack.ts';

interface TableState {
  stack: ChipStack;
  /** Highest stake of one bet on the site, if it is the limit. */
  site: string | null;
  limit: Units;
  least: Least;
  last: Stakes;
  /** A round was played with these chips: they are only displayed until the next action. */
  settled: boolean;
  locked: boolean;
}

type TableTool = 'undo' | 'clear' | 'repeat' | 'half' | 'double' | 'max';

/** The board, its chips, and the player's actions on them. */
export interface BetTable {
  readonly game: GameContext;
  readonly board: Board;
  readonly result: HTMLElement;
  readonly rack: ChipRack;
  readonly tools: Readonly<Record<TableTool, HTMLButtonElement>>;
  readonly state: TableState;
}

export function createBetTable(game: GameContext): BetTable {
  const { t } = game;
  const state: TableState = {
    stack: createChipStack(0n),
    site: null,
    limit: 0n,
    least: { min: 0n, step: 1n },
    last: new Map(),
    settled: false,
    locked: true,
  };
  const table: BetTable = {
    game,
    state,
    board: createBoard(game, {
      placed: (spot) => placed(table, spot),
      removed: (spot) => change(table, fresh(table).remove(spot)),
    }),
    result: h('p', { class: 'pocket-badge', 'aria-hidden': 'true' }),
    rack: createChipRack(game),
    tools: {
      undo: tool(icon('undo'), t('studio.undo'), () => change(table, state.settled ? fresh(table) : state.stack.undo())),
      clear: tool(icon('trash'), t('studio.clear'), () => change(table, fresh(table).clear())),
      repeat: tool(icon('repeat'), t('studio.repeat'), () => placing(table, fresh(table).repeat(state.last))),
      half: tool('½', t('studio.half'), () => change(table, halved(table))),
      double: tool(icon('double'), t('studio.double'), () => placing(table, current(table).double())),
      max: tool(t('studio.stake_max'), t('studio.chips_max'), () => change(table, raised(table))),
    },
  };
  return table;
}

/** Shows the chips of a session. */
export function openTable(table: BetTable, limits: SessionLimitsWire): void {
  const { rack, state } = table;
  state.site = limits.siteMaxStake;
  state.limit = unitsOf(limits.maxStake);
  state.least = { min: unitsOf(limits.minStake), step: unitsOf(limits.stakeStep) };
  state.stack = createChipStack(state.limit);
  rack.open(limits);
  show(table);
}

export function readTable({ game, state }: BetTable): BetReading {
  const { stack, settled, last } = state;
  if (settled || stack.stakes.size === 0)
    return { total: stack.total, missing: game.t(last.size > 0 ? 'studio.place_or_repeat' : 'studio.place_chips') };
  return { bet: { engine: 'roulette', chips: stack.chips() }, total: stack.total };
}

export function lockTable(table: BetTable, on: boolean): void {
  table.state.locked = on;
  table.board.lock(on);
  lockTools(table);
}

/** Removes the marks of the last round. */
export function clearMarks({ board, result }: BetTable): void {
  board.mark();
  result.classList.remove('shown');
}

function tool(face: Child, label: string, run: () => void): HTMLButtonElement {
  return button(face, { class: 'button tool', 'aria-label': label, title: label }, run);
}

/** The stack to continue from: after a round its chips are only displayed. */
function fresh(table: BetTable): ChipStack {
  const { state } = table;
  if (!state.settled) return state.stack;
  state.settled = false;
  clearMarks(table);
  return createChipStack(state.limit);
}

/** The stack that actions on all chips change: the current chips, or those of the last round. */
function current({ state }: BetTable): ChipStack {
  return state.settled ? createChipStack(state.limit, state.last) : state.stack;
}

function halved(table: BetTable): ChipStack {
  return current(table).half(table.state.least);
}

function raised(table: BetTable): ChipStack {
  const { game, state } = table;
  const balance = game.balance();
  const room = balance < state.limit ? balance : state.limit;
  return current(table).raise(room, () => state.limit, state.least);
}

function change(table: BetTable, next: ChipStack): void {
  table.state.stack = next;
  table.state.settled = false;
  table.board.mark();
  show(table);
}

function placing(table: BetTable, { stack, full }: Placing): void {
  const { game, state } = table;
  change(table, stack);
  if (full) game.showMessage(fullText(state.site, state.limit, game));
}

function placed(table: BetTable, spot: string): void {
  const { game, rack, state } = table;
  const chip = state.locked ? undefined : rack.take();
  if (chip === undefined) return;
  placing(table, fresh(table).place(spot, chip));
  game.sound.tick();
}

function show(table: BetTable): void {
  const { game, board, rack, state } = table;
  board.show(state.stack.stakes, rack.levelOf);
  lockTools(table);
  game.changed();
}

function lockTools({ tools, rack, state }: BetTable): void {
  const { locked, settled, stack, last } = state;
  tools.undo.disabled = locked || settled || !stack.canUndo;
  tools.clear.disabled = locked || stack.stakes.size === 0;
  tools.repeat.disabled = locked || last.size === 0;
  const isEmpty = settled ? last.size === 0 : stack.stakes.size === 0;
  for (const one of [tools.half, tools.double, tools.max]) one.disabled = locked || isEmpty;
  rack.lock(locked);
}
