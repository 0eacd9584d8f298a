import { KENO_MAX_PICKS, KENO_NUMBERS, KENO_TENTHS, kenoMultiplier } from '../../../shared/games/keno.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { timesText } from '../lib/times-text.ts';
import { quickPick, stepNumber, togglePick } from './picks.ts';

/** The grid of numbers with the player's picks and the draw. */
export interface KenoBoard {
  readonly game: GameContext;
  readonly stage: HTMLElement;
  readonly grid: HTMLElement;
  readonly cells: readonly HTMLButtonElement[];
  readonly count: HTMLElement;
  readonly quick: HTMLButtonElement;
  readonly clear: HTMLButtonElement;
  readonly ladder: HTMLElement;
  readonly tray: HTMLElement;
  readonly state: { picks: readonly number[]; locked: boolean };
}

export function createKenoBoard(game: GameContext): KenoBoard {
  const { t } = game;
  const cells = Array.from({ length: KENO_NUMBERS }, (_, index) => numberButton(index + 1, () => toggle(board, index + 1)));
  const grid = h('div', { class: 'grid', role: 'group', 'aria-label': t('studio.numbers_grid') }, ...cells);
  const count = h('p', { class: 'pick-count', 'aria-live': 'polite' });
  const quick = button(t('studio.quick_pick'), { class: 'button on-art' }, () => choose(board, quickPick()));
  quick.prepend(icon('wand'));
  const clear = button(t('studio.clear'), { class: 'button on-art' }, () => choose(board, []));
  clear.prepend(icon('trash'));
  const ladder = h('ol', { class: 'pays', 'aria-label': t('studio.pay_table') });
  const tray = h('ol', { class: 'tray', 'aria-hidden': 'true' });
  const stage = h(
    'div',
    { class: 'keno' },
    h('div', { class: 'keno-main' }, h('div', { class: 'keno-tools' }, count, quick, clear), grid, tray),
    ladder,
  );
  const board: KenoBoard = { game, stage, grid, cells, count, quick, clear, ladder, tray, state: { picks: [], locked: true } };
  listenToArrows(board);
  showPicks(board);
  return board;
}

/** The prizes for the number of picks; the one for `hits` is highlighted. */
export function showLadder({ ladder, state: { picks } }: KenoBoard, hits?: number): void {
  const rungs = Object.keys(KENO_TENTHS[picks.length] ?? {}).map(Number);
  ladder.replaceChildren(
    ...rungs.map((rung) =>
      h(
        'li',
        { class: rung === hits ? 'on' : '' },
        h('span', {}, `${rung} / ${picks.length}`),
        h('b', {}, timesText(kenoMultiplier(picks.length, rung))),
      ),
    ),
  );
  ladder.hidden = rungs.length === 0;
}

export function clearDraw({ tray, cells }: KenoBoard): void {
  tray.replaceChildren();
  for (const [index, cell] of cells.entries()) {
    cell.classList.remove('drawn', 'hit');
    cell.removeAttribute('aria-label');
    setText(cell, String(index + 1));
  }
}

export function drop({ game, cells, tray }: KenoBoard, number: number, hit: boolean): void {
  const cell = cells[number - 1];
  cell?.classList.add('drawn');
  cell?.classList.toggle('hit', hit);
  cell?.setAttribute('aria-label', game.t(hit ? 'studio.number_hit' : 'studio.number_drawn', { number }));
  tray.append(h('li', { class: hit ? 'ball-hit' : '' }, String(number)));
}

export function lockBoard({ cells, quick, clear, state }: KenoBoard, on: boolean): void {
  state.locked = on;
  quick.disabled = on;
  clear.disabled = on;
  for (const cell of cells) cell.setAttribute('aria-disabled', String(on));
}

function numberButton(number: number, onClick: () => void): HTMLButtonElement {
  return button(
    h('span', {}, String(number)),
    { class: 'number-cell', 'data-number': number, 'aria-pressed': 'false', tabindex: number === 1 ? 0 : -1 },
    onClick,
  );
}

function listenToArrows({ grid, cells }: KenoBoard): void {
  grid.addEventListener('keydown', (event) => {
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset.number) : Number.NaN;
    if (Number.isNaN(from) || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    cells[stepNumber(from, event.key) - 1]?.focus();
  });
  grid.addEventListener('focusin', (event) => {
    for (const cell of cells) cell.tabIndex = cell === event.target ? 0 : -1;
  });
}

function toggle(board: KenoBoard, number: number): void {
  const { game, state } = board;
  if (state.locked) return;
  const next = togglePick(state.picks, number);
  if (next) choose(board, next);
  else game.showMessage(game.t('studio.picks_full'));
}

function choose(board: KenoBoard, next: readonly number[]): void {
  const { game, state } = board;
  if (state.locked) return;
  state.picks = next;
  clearDraw(board);
  showPicks(board);
  game.changed();
}

function showPicks(board: KenoBoard): void {
  const { game, cells, count, state } = board;
  for (const [index, cell] of cells.entries()) cell.setAttribute('aria-pressed', String(state.picks.includes(index + 1)));
  setText(count, game.t('studio.picks_of', { count: state.picks.length, max: KENO_MAX_PICKS }));
  showLadder(board);
}
