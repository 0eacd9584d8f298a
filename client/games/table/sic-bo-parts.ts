import type { SicBoOutcome } from '../../../shared/games/live/sic-bo.ts';
import { SIC_BO } from '../../../shared/games/live/sic-bo.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { type Child, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createDie, dieFace } from './die.ts';
import { createSpotBoard } from './spot-board.ts';
import type { Scene, TableParts, TableRecord } from './table-parts.ts';

const LANDING_MS = 1_500;
const STAGGER_MS = 450;
const VISIBLE = 24;

export const sicBoParts: TableParts = {
  motif: 'lattice',
  board(game, events) {
    const { t } = game;
    const dice = (...faces: number[]) =>
      h('span', { class: 'bet-dice' }, ...faces.map((face) => h('i', { class: 'mini-die' }, dieFace(face))));
    const named = (spot: string) => h('b', {}, t(`studio.sicbo_${spot}`));
    const face = (spot: string, ...parts: Child[]) => ({ spot, face: [...parts, h('span', { class: 'bet-odds' }, oddsOf(spot))] });
    const faces = [1, 2, 3, 4, 5, 6];
    const totals = Array.from({ length: 14 }, (_, index) => index + 4);
    return createSpotBoard(game, events, [
      { name: 'even', spots: ['small', 'odd', 'even', 'big'].map((spot) => face(spot, named(spot))) },
      { name: 'totals', spots: totals.map((total) => face(`total-${total}`, h('b', {}, String(total)))) },
      { name: 'singles', spots: faces.map((one) => face(`single-${one}`, dice(one))) },
      { name: 'doubles', spots: faces.map((one) => face(`double-${one}`, dice(one, one))) },
      {
        name: 'triples',
        spots: [...faces.map((one) => face(`triple-${one}`, dice(one, one, one))), face('any-triple', named('any-triple'))],
      },
      {
        name: 'combos',
        spots: faces.flatMap((one) => faces.filter((two) => two > one).map((two) => face(`pair-${one}-${two}`, dice(one, two)))),
      },
    ]);
  },
  scene: createDiceScene,
  record: createThrows,
  rules: ({ t }) => [h('p', {}, t('studio.sicbo_rule_intro'))],
};

/** A single number pays by how often it comes up. */
function oddsOf(id: string): string {
  if (id.startsWith('single-')) return '1–3:1';
  const pays = SIC_BO.spots.find((spot) => spot.id === id)?.pays ?? 100;
  return `${pays / 100 - 1}:1`;
}

function createDiceScene({ t, sound }: GameContext): Scene {
  const dice = [0, 1, 2].map(createDie);
  const tray = h('div', { class: 'dice-tray' }, ...dice.map((die) => die.element));
  const element = h('div', { class: 'dice-scene' }, h('div', { class: 'dome', 'aria-hidden': 'true' }, tray));
  let showing = 0;

  function clear(): void {
    showing += 1;
    element.classList.remove('rolling');
  }

  return {
    element,
    clear,
    title: (outcome) => summary((outcome as SicBoOutcome).dice, t),
    wait() {
      element.classList.add('rolling');
      for (const die of dice) die.roll();
    },
    async reveal(outcome, elapsedMs) {
      const mine = ++showing;
      const faces = (outcome as SicBoOutcome).dice;
      const still = elapsedMs > LANDING_MS;
      await Promise.all(
        dice.map(async (die, index) => {
          await die.land(faces[index] ?? 1, still ? 0 : LANDING_MS + index * STAGGER_MS);
          if (!still) sound.tick();
        }),
      );
      if (mine !== showing) return;
      element.classList.remove('rolling');
    },
  };
}

function summary(dice: readonly number[], t: GameContext['t']): string {
  const total = dice.reduce((sum, die) => sum + die, 0);
  const kind = new Set(dice).size === 1 ? t('studio.sicbo_triple') : t(total >= 11 ? 'studio.sicbo_big' : 'studio.sicbo_small');
  return `${t('studio.sicbo_total', { total })} · ${kind}`;
}

/** The last throws, and the counts of small, big and triples. */
function createThrows({ t }: GameContext): TableRecord {
  const counts = h('p', { class: 'road-counts' });
  const list = h('ol', { class: 'throws', 'aria-label': t('studio.sicbo_history') });
  return {
    element: h('section', { class: 'record' }, counts, list),
    show(history: readonly TableOutcome[]) {
      const thrown = history.map((outcome) => (outcome as SicBoOutcome).dice);
      const kinds = thrown.map(kindOf);
      const tally = (kind: string) =>
        h(
          'span',
          { class: `tally tally-${kind}` },
          h('i', {}),
          `${t(`studio.sicbo_${kind}`)} `,
          h('b', {}, String(kinds.filter((one) => one === kind).length)),
        );
      counts.replaceChildren(
        ...['small', 'big', 'triple'].map(tally),
        h('span', { class: 'road-note' }, t('studio.history_only', { count: thrown.length })),
      );
      list.replaceChildren(
        ...thrown.slice(0, VISIBLE).map((dice, index) => {
          const total = dice.reduce((sum, die) => sum + die, 0);
          const faces = dice.map((die) => h('i', { class: 'mini-die' }, dieFace(die)));
          return h(
            'li',
            {
              class: `throw throw-${kindOf(dice)}`,
              'aria-label': t('studio.sicbo_came', { dice: dice.join(', '), total }),
              ...(index === 0 ? { 'data-newest': true } : {}),
            },
            h('span', { class: 'throw-dice' }, ...faces),
            h('b', {}, String(total)),
          );
        }),
      );
    },
  };
}

function kindOf(dice: readonly number[]): 'small' | 'big' | 'triple' {
  if (new Set(dice).size === 1) return 'triple';
  return dice.reduce((sum, die) => sum + die, 0) >= 11 ? 'big' : 'small';
}
