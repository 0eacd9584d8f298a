import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { drawing, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { beadPlate, bigRoad, type Derived, derivedRoad, layOut, type Placed, ROAD_ROWS, type RoadRound, streaks } from './roads.ts';
import type { TableRecord } from './table-parts.ts';

export interface TwoSides {
  /** Prefix of the texts: `studio.<game>_short_one`, ... */
  readonly game: 'baccarat' | 'dragontiger';
  /** Names of side one, the other one, and a tie, as text keys end. */
  readonly names: { readonly one: string; readonly other: string };
  read(outcome: TableOutcome): RoadRound;
}

const CELL = 20;
const FEWEST_COLUMNS = 4;
/** Free columns at the right, for the name of a road. */
const SPARE_COLUMNS = 5;

/** Bead plate, big road, big eye boy, small road and cockroach road, with the counts of the outcomes. */
export function createRoads({ t }: Pick<GameContext, 't'>, sides: TwoSides): TableRecord {
  const short = (name: string) => t(`studio.${sides.game}_short_${name}`);
  const counts = h('p', { class: 'road-counts' });
  const panes = {
    bead: pane('bead', t('studio.road_bead')),
    big: pane('big', t('studio.road_big')),
    eye: pane('eye', t('studio.road_eye')),
    small: pane('small', t('studio.road_small')),
    roach: pane('roach', t('studio.road_roach')),
  };
  const element = h(
    'section',
    { class: 'roads', 'aria-label': t('studio.road_maps') },
    counts,
    ...Object.values(panes).map(({ element: one }) => one),
  );

  let rounds: readonly RoadRound[] = [];

  function count(rounds: readonly RoadRound[], winner: RoadRound['winner']): number {
    return rounds.filter((round) => round.winner === winner).length;
  }

  function draw(): void {
    const columns = bigRoad(rounds);
    panes.bead.show(beadPlate(rounds), (round) => bead(round, short(round.winner === 'tie' ? 'tie' : sides.names[round.winner])));
    panes.big.show(layOut(columns), ({ side, ties, pairs }) => ring(side) + slash(ties) + dots(pairs));
    const derived = (back: 1 | 2 | 3) => layOut(streaks(derivedRoad(columns, back)));
    panes.eye.show(derived(1), (colour) => `<circle r="7" class="hollow ${colour}"/>`);
    panes.small.show(derived(2), (colour) => `<circle r="8" class="full ${colour}"/>`);
    panes.roach.show(derived(3), (colour: Derived) => `<path d="M-7 7L7-7" class="stroke ${colour}"/>`);
    const totals = { one: count(rounds, 'one'), other: count(rounds, 'other'), tie: count(rounds, 'tie') };
    const names = { one: t(`studio.${sides.game}_${sides.names.one}`), other: t(`studio.${sides.game}_${sides.names.other}`) };
    counts.replaceChildren(
      tally('one', names.one, totals.one),
      tally('other', names.other, totals.other),
      tally('tie', t(`studio.${sides.game}_tie`), totals.tie),
      h('span', { class: 'road-note' }, t('studio.history_only', { count: rounds.length })),
    );
  }

  // The number of columns that fit is known after each layout of the sheet.
  new ResizeObserver(draw).observe(element);
  return {
    element,
    show(history) {
      rounds = [...history].reverse().map(sides.read);
      draw();
    },
  };
}

function tally(side: string, name: string, value: number): HTMLElement {
  return h('span', { class: `tally tally-${side}` }, h('i', {}), `${name} `, h('b', {}, String(value)));
}

function pane(name: string, title: string) {
  const sheet = h('div', { class: 'road-sheet' });
  const caption = h('span', { class: 'road-name' });
  setText(caption, title);
  return {
    element: h('div', { class: `road road-${name}`, role: 'img', 'aria-label': title }, sheet, caption),
    show<Mark>(placed: readonly Placed<Mark>[], draw: (mark: Mark) => string): void {
      const columns = Math.max(FEWEST_COLUMNS, Math.floor((sheet.clientWidth * ROAD_ROWS) / Math.max(1, sheet.clientHeight)));
      const spare = Math.min(SPARE_COLUMNS, Math.ceil(columns / 5));
      const used = placed.reduce((max, { column }) => Math.max(max, column + 1), 0);
      const from = Math.max(0, used - columns + spare);
      const marks = placed
        .filter(({ column }) => column >= from)
        .map(({ mark, column, row }, index, all) => {
          const place = `translate(${(column - from) * CELL + CELL / 2} ${row * CELL + CELL / 2})`;
          return `<g transform="${place}"${index === all.length - 1 ? ' class="newest"' : ''}>${draw(mark)}</g>`;
        });
      const [width, height] = [columns * CELL, ROAD_ROWS * CELL];
      const grid = `<path class="grid" d="${lines(columns)}"/>`;
      const svg = drawing(`0 0 ${width} ${height}`, grid + marks.join(''));
      svg.setAttribute('preserveAspectRatio', 'xMinYMid meet');
      sheet.replaceChildren(svg);
    },
  };
}

function lines(columns: number): string {
  const [width, height] = [columns * CELL, ROAD_ROWS * CELL];
  const vertical = Array.from({ length: columns + 1 }, (_, index) => `M${index * CELL} 0V${height}`);
  const horizontal = Array.from({ length: ROAD_ROWS + 1 }, (_, index) => `M0 ${index * CELL}H${width}`);
  return [...vertical, ...horizontal].join('');
}

function bead({ winner, pairs = [] }: RoadRound, text: string): string {
  return `<circle r="9" class="full ${winner}"/><text y="4.500" class="bead-text">${text}</text>${dots(pairs)}`;
}

function ring(side: string): string {
  return `<circle r="7" class="hollow ${side}"/>`;
}

function slash(ties: number): string {
  if (ties === 0) return '';
  const number = ties > 1 ? `<text y="4" class="tie-count">${ties}</text>` : '';
  return `<path d="M-7 7L7-7" class="stroke tie"/>${number}`;
}

function dots(pairs: readonly string[]): string {
  return pairs.map((side) => `<circle ${side === 'other' ? 'cx="-6" cy="-6"' : 'cx="6" cy="6"'} r="2.800" class="full ${side}"/>`).join('');
}
