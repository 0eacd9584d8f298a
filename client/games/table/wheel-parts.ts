import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { tableRules } from '../../../shared/games/live/table.ts';
import type { WheelOutcome } from '../../../shared/games/live/wheel.ts';
import { POCKETS, pocketColour } from '../../../shared/games/roulette.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createBoard } from '../roulette/board.ts';
import { createWheel } from '../roulette/wheel.ts';
import { describeOutcome } from './names.ts';
import type { Scene, TableParts, TableRecord } from './table-parts.ts';

const LANDING_MS = 4_200;
const VISIBLE = 20;
const EXTREMES = 4;

export const wheelParts: TableParts = {
  motif: 'deco',
  board(game, events) {
    const board = createBoard(game, events);
    const { spots } = tableRules('wheel');
    return {
      element: board.element,
      show: board.show,
      lock: board.lock,
      mark(outcome?: TableOutcome) {
        if (!outcome) return board.mark();
        const won = spots.filter(({ id }) => tableRules('wheel').pays(outcome, id) > 0).map(({ id }) => id);
        board.mark((outcome as WheelOutcome).pocket, won);
      },
    };
  },
  scene: createWheelScene,
  record: createNumbers,
  rules: ({ t }) => [h('p', {}, t('studio.roulette_rule_intro'))],
};

function createWheelScene({ t, sound }: GameContext): Scene {
  const wheel = createWheel();
  const badge = h('p', { class: 'pocket-badge', 'aria-hidden': 'true' });
  const element = h('div', { class: 'wheel-scene' }, h('div', { class: 'wheel-box' }, wheel.element, badge));
  let showing = 0;
  return {
    element,
    clear() {
      showing += 1;
      badge.classList.remove('shown');
    },
    wait: () => wheel.spin(),
    title: (outcome) => describeOutcome(outcome, t),
    async reveal(outcome, elapsedMs) {
      const mine = ++showing;
      const { pocket } = outcome as WheelOutcome;
      if (elapsedMs > LANDING_MS) wheel.stop();
      await wheel.land(pocket);
      if (mine !== showing) return;
      sound.tick();
      setText(badge, String(pocket));
      badge.className = `pocket-badge shown is-${pocketColour(pocket)}`;
    },
  };
}

/** The last numbers, and the most and least frequent ones: history only, outcomes are independent. */
function createNumbers({ t }: GameContext): TableRecord {
  const list = h('ol', { class: 'numbers', 'aria-label': t('studio.last_numbers') });
  const counts = h('p', { class: 'road-counts' });
  return {
    element: h('section', { class: 'record' }, list, counts),
    show(history) {
      const pockets = history.map((outcome) => (outcome as WheelOutcome).pocket);
      list.replaceChildren(...pockets.slice(0, VISIBLE).map((pocket) => chip(pocket)));
      const often = Array.from({ length: POCKETS }, (_, pocket) => ({ pocket, count: pockets.filter((one) => one === pocket).length }));
      const ranked = often.sort((one, other) => other.count - one.count || one.pocket - other.pocket);
      const group = (name: string, some: typeof ranked) =>
        h('span', { class: 'extremes' }, `${name} `, ...some.map(({ pocket, count }) => chip(pocket, 'span', count)));
      counts.replaceChildren(
        group(t('studio.wheel_hot'), ranked.slice(0, EXTREMES)),
        group(t('studio.wheel_cold'), ranked.slice(-EXTREMES)),
        h('span', { class: 'road-note' }, t('studio.history_only', { count: pockets.length })),
      );
    },
  };
}

function chip(pocket: number, tag: 'li' | 'span' = 'li', count?: number): HTMLElement {
  return h(tag, { class: `number is-${pocketColour(pocket)}` }, String(pocket), count !== undefined && h('sub', {}, `×${count}`));
}
