import type { Rule } from '../../../shared/games/lottery/rules.ts';
import { button, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { type Board, type BoardRow, boardOf, entryOf, QUICK_PICKS, quickPicked } from './board-model.ts';
import { valueText } from './names.ts';

export interface NumberBoard {
  readonly element: HTMLElement;
  /** Shows the board of a play type with nothing chosen. */
  show(rule: Rule): void;
  /** Takes all choices back without a change of the entry. */
  clear(): void;
}

/** Buttons to choose digits, numbers and options; `changed` gets the entry of what is chosen. */
export function createNumberBoard({ t }: Pick<GameContext, 't'>, changed: (entry: string) => void): NumberBoard {
  let board: Board | undefined;
  let chosen: Set<string>[] = [];
  let marks: Map<string, HTMLButtonElement>[] = [];
  const element = h('div', { class: 'lotto-board' });

  function mark(row: number): void {
    for (const [value, mark] of marks[row] ?? []) mark.setAttribute('aria-pressed', String(chosen[row]?.has(value) ?? false));
  }

  function publish(row: number): void {
    mark(row);
    if (board) changed(entryOf(board, chosen));
  }

  function press(row: number, value: string): void {
    const values = chosen[row];
    if (!values) return;
    if (!values.delete(value)) values.add(value);
    publish(row);
  }

  function rowElement({ values, place }: BoardRow, row: number, isNumeric: boolean): HTMLElement {
    const name = place === null ? t('studio.lotto_numbers') : t('studio.lotto_row', { place });
    const buttons = values.map((value) => {
      const mark = button(valueText(value, t), { class: 'lotto-value', 'aria-pressed': 'false', 'data-value': value }, () =>
        press(row, value),
      );
      return [value, mark] as const;
    });
    marks[row] = new Map(buttons);
    const cells = h(
      'div',
      { class: isNumeric ? 'lotto-values' : 'lotto-values named', 'data-count': values.length },
      ...buttons.map(([, mark]) => mark),
    );
    roam(cells);
    const quick = QUICK_PICKS.filter((pick) => isNumeric || pick === 'all' || pick === 'clear').map((pick) =>
      button(t(`studio.lotto_${pick}`), { class: 'lotto-quick-pick', 'aria-label': `${name}: ${t(`studio.lotto_${pick}`)}` }, () => {
        chosen[row] = new Set(quickPicked(pick, values));
        publish(row);
      }),
    );
    return h(
      'div',
      { class: 'lotto-row', role: 'group', 'aria-label': name },
      place !== null && h('span', { class: 'lotto-row-name', 'aria-hidden': 'true' }, name),
      cells,
      h('div', { class: 'lotto-quick' }, ...quick),
    );
  }

  return {
    element,
    show(rule) {
      board = boardOf(rule);
      chosen = board.rows.map(() => new Set());
      marks = [];
      const { isNumeric } = board;
      element.replaceChildren(...board.rows.map((row, index) => rowElement(row, index, isNumeric)));
    },
    clear() {
      for (const row of chosen.keys()) {
        chosen[row]?.clear();
        mark(row);
      }
    },
  };
}

/** One stop of the Tab key for all values of a row: arrow keys move between them. */
function roam(cells: HTMLElement): void {
  const all = () => [...cells.querySelectorAll<HTMLButtonElement>('button')];
  const focusAt = (index: number) => {
    for (const [at, one] of all().entries()) one.tabIndex = at === index ? 0 : -1;
  };
  focusAt(0);
  cells.addEventListener('focusin', ({ target }) => focusAt(all().indexOf(target as HTMLButtonElement)));
  cells.addEventListener('keydown', (event) => {
    const buttons = all();
    const from = buttons.indexOf(event.target as HTMLButtonElement);
    const columns = getComputedStyle(cells).gridTemplateColumns.split(' ').length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const next = step === undefined ? undefined : buttons[from + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}
