import { pocketColour } from '../../../shared/games/roulette.ts';
import type { Units } from '../../../shared/money/money.ts';
import { chipLabel, isLong } from '../lib/chip-label.ts';
import { button, h, setVariables } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

import { BOARD, type Direction, neighbour, type SpotBox } from './board-layout.ts';
import type { Stakes } from './chip-stack.ts';
import { spotName } from './spot-name.ts';

export interface BoardEvents {
  placed(spot: string): void;
  removed(spot: string): void;
}
export interface Board {
  readonly element: HTMLElement;
  show(stakes: Stakes, chipLevel: (units: Units) => number): void;
  /** Marks pocket and winning spots; without arguments it removes the marks. */
  mark(pocket?: number, winning?: readonly string[]): void;
  lock(locked: boolean): void;
}

/** The betting table: one button a spot, one tab stop for all, arrow keys between them. */
export function createBoard({ t, money }: GameContext, events: BoardEvents): Board {
  const boxes = new Map<HTMLElement, SpotBox>();
  const spots = new Map<string, HTMLButtonElement>();
  for (const box of [...BOARD].sort((one, other) => Number(other.face) - Number(one.face))) {
    const element = spotButton(box, t, events);
    boxes.set(element, box);
    spots.set(box.spot.id, element);
  }
  const element = h('div', { class: 'board', role: 'group', 'aria-label': t('studio.table') }, ...spots.values());
  spots.get('straight-0')?.setAttribute('tabindex', '0');

  element.addEventListener('keydown', (event) => {
    const box = event.target instanceof HTMLElement ? boxes.get(event.target) : undefined;
    if (!box) return;
    if (event.key === 'Backspace' || event.key === 'Delete') return events.removed(box.spot.id);
    const direction = directionOf(event.key, isPortrait(element));
    const next = direction && neighbour(box, direction);
    if (!direction) return;
    event.preventDefault();
    if (next) spots.get(next.spot.id)?.focus();
  });
  element.addEventListener('focusin', (event) => {
    for (const spot of spots.values()) spot.tabIndex = spot === event.target ? 0 : -1;
  });
  const hover = (box: SpotBox | undefined) => {
    for (const [id, spot] of spots) {
      const number = id.startsWith('straight-') ? Number(id.slice(9)) : -1;
      spot.classList.toggle('covered', box !== undefined && box.spot.kind !== 'straight' && box.spot.numbers.includes(number));
    }
  };
  element.addEventListener('pointerover', (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('.spot') : null;
    if (event.pointerType === 'mouse') hover(target ? boxes.get(target) : undefined);
  });
  element.addEventListener('pointerleave', () => hover(undefined));

  function show(stakes: Stakes, chipLevel: (units: Units) => number): void {
    for (const [id, spot] of spots) {
      const stake = stakes.get(id);
      spot.querySelector('.chip-on')?.remove();
      const name = spotName(id, t);
      spot.setAttribute('aria-label', stake ? t('studio.spot_staked', { spot: name, amount: money(stake) }) : name);
      if (!stake) continue;
      const label = chipLabel(stake);
      const long = isLong(label) ? ' long' : '';
      spot.append(h('span', { class: `chip-on level-${chipLevel(stake)}${long}`, 'aria-hidden': 'true' }, label));
    }
  }
  return {
    element,
    show,
    mark(pocket, winning = []) {
      element.classList.toggle('settled', pocket !== undefined);
      for (const [id, spot] of spots) {
        spot.classList.toggle('pocket', id === `straight-${pocket}`);
        spot.classList.toggle('winning', winning.includes(id));
      }
    },
    lock(locked) {
      element.classList.toggle('locked', locked);
      for (const spot of spots.values()) spot.setAttribute('aria-disabled', String(locked));
    },
  };
}

function spotButton(box: SpotBox, t: GameContext['t'], events: BoardEvents): HTMLButtonElement {
  const { spot } = box;
  const text = box.face ? faceText(spot.id, t) : undefined;
  const colour = spot.kind === 'straight' ? pocketColour(spot.numbers[0] ?? 0) : spot.id === 'red' || spot.id === 'black' ? spot.id : '';
  const classes = ['spot', `spot-${spot.kind}`, box.face ? 'face' : 'edge', colour && `is-${colour}`].filter(Boolean).join(' ');
  const element = button(text && h('span', { class: 'face-text' }, text), { class: classes, 'data-spot': spot.id, tabindex: -1 }, () => {
    if (element.getAttribute('aria-disabled') !== 'true') events.placed(spot.id);
  });
  setVariables(element, { along: box.along, across: box.across, 'along-size': box.alongSize, 'across-size': box.acrossSize });
  return element;
}

function faceText(id: string, t: GameContext['t']): string {
  const [kind, number] = id.split('-');
  if (kind === 'straight') return number ?? '';
  if (kind === 'column') return '2:1';
  return t(kind === 'dozen' ? `studio.face_dozen_${number}` : `studio.face_${id}`);
}

function directionOf(key: string, portrait: boolean): Direction | undefined {
  const keys: Record<string, readonly [portrait: Direction, landscape: Direction]> = {
    ArrowDown: ['along', 'down'],
    ArrowUp: ['back', 'up'],
    ArrowRight: ['up', 'along'],
    ArrowLeft: ['down', 'back'],
  };
  return keys[key]?.[portrait ? 0 : 1];
}

function isPortrait(element: HTMLElement): boolean {
  return element.clientHeight > element.clientWidth;
}
