import { type TableOutcome, tableRules } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import type { Units } from '../../../shared/money/money.ts';
import { chipLabel, isLong } from '../lib/chip-label.ts';
import { button, type Child, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { tableSpotName } from './names.ts';
import type { BoardEvents, TableBoard } from './table-parts.ts';

export interface SpotFace {
  readonly spot: string;
  readonly face: readonly Child[];
}

/** A board of buttons in groups; the style sheet lays them out. */
export function createSpotBoard(
  { t, money, context }: GameContext,
  events: BoardEvents,
  groups: readonly { readonly name: string; readonly spots: readonly SpotFace[] }[],
): TableBoard {
  const table = context.variant as TableGame;
  const spots = new Map<string, HTMLButtonElement>();
  for (const { spot, face } of groups.flatMap((group) => group.spots)) {
    const element = button(h('span', { class: 'bet-face' }, ...face), { class: 'bet-spot', 'data-spot': spot, tabindex: -1 }, () => {
      if (element.getAttribute('aria-disabled') !== 'true') events.placed(spot);
    });
    spots.set(spot, element);
  }
  const all = [...spots.values()];
  const element = h(
    'div',
    { class: `bets bets-${table}`, role: 'group', 'aria-label': t('studio.table') },
    ...groups.map((group) =>
      h('div', { class: `bet-group group-${group.name}` }, ...group.spots.flatMap(({ spot }) => spots.get(spot) ?? [])),
    ),
  );
  if (all[0]) all[0].tabIndex = 0;

  element.addEventListener('keydown', (event) => {
    const from = all.find((spot) => spot === event.target);
    if (!from) return;
    if (event.key === 'Backspace' || event.key === 'Delete') return events.removed(from.dataset.spot ?? '');
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    nearest(from, all, step)?.focus();
  });
  element.addEventListener('focusin', (event) => {
    for (const spot of all) spot.tabIndex = spot === event.target ? 0 : -1;
  });

  function show(stakes: ReadonlyMap<string, Units>, chipLevel: (units: Units) => number): void {
    for (const [id, spot] of spots) {
      const stake = stakes.get(id);
      const name = tableSpotName(table, id, t);
      const shown = spot.querySelector('.chip-on');
      const label = stake ? chipLabel(stake) : '';
      spot.setAttribute('aria-label', stake ? t('studio.spot_staked', { spot: name, amount: money(stake) }) : name);
      if (shown?.textContent === label) continue;
      shown?.remove();
      if (!stake) continue;
      const long = isLong(label) ? ' long' : '';
      spot.append(h('span', { class: `chip-on level-${chipLevel(stake)}${long}`, 'aria-hidden': 'true' }, label));
    }
  }
  show(new Map(), () => 0);
  return {
    element,
    show,
    mark(outcome?: TableOutcome) {
      element.classList.toggle('settled', outcome !== undefined);
      for (const [id, spot] of spots) spot.classList.toggle('winning', outcome !== undefined && tableRules(table).pays(outcome, id) > 100);
    },
    lock(locked) {
      element.classList.toggle('locked', locked);
      for (const spot of all) spot.setAttribute('aria-disabled', String(locked));
    },
  };
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The nearest spot in a direction on the screen. */
function nearest(from: HTMLElement, all: readonly HTMLElement[], [stepX, stepY]: readonly [number, number]): HTMLElement | undefined {
  const middle = (element: HTMLElement) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const start = middle(from);
  const costs = all.flatMap((element) => {
    const { x, y } = middle(element);
    const ahead = (x - start.x) * stepX + (y - start.y) * stepY;
    const aside = Math.abs((x - start.x) * stepY) + Math.abs((y - start.y) * stepX);
    return ahead > 2 ? [{ element, cost: ahead + aside * 3 }] : [];
  });
  return costs.sort((one, other) => one.cost - other.cost)[0]?.element;
}
