import type { DiceOutcome } from '../../../shared/games/dice.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { h, prefersReducedMotion, setText, setVariables } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { diceArt } from './dice-art.ts';

const ROLL_MS = 380;
const HISTORY_LENGTH = 14;

/** The animated parts of a roll, and the last rolls. */
export interface DiceRoll {
  readonly t: GameContext['t'];
  readonly roll: HTMLElement;
  readonly art: HTMLElement;
  /** Marks the roll on the rail. */
  readonly marker: HTMLElement;
  readonly strip: HTMLElement;
}

export function createDiceRoll({ t }: GameContext): DiceRoll {
  return {
    t,
    roll: h('p', { class: 'roll' }, '00.00'),
    art: h('div', { class: 'dice-art' }, diceArt()),
    marker: h('div', { class: 'marker' }),
    strip: h('ol', { class: 'rolls', 'aria-label': t('studio.last_rolls') }),
  };
}

export async function tumble({ art, roll }: DiceRoll, outcome: DiceOutcome): Promise<void> {
  if (prefersReducedMotion()) return;
  art.classList.remove('waiting');
  const settle = art.animate([{ transform: 'rotate(0deg) scale(.94)' }, { transform: 'rotate(360deg) scale(1)' }], {
    duration: ROLL_MS,
    easing: 'cubic-bezier(.2, .8, .2, 1)',
  });
  const started = performance.now();
  const count = () => {
    const part = Math.min(1, (performance.now() - started) / ROLL_MS);
    if (part >= 1) return;
    const shown = Math.round(outcome.roll * 100 * (0.3 + 0.7 * part) + (1 - part) * 4000 * Math.sin(part * 26));
    setText(roll, hundredthsText(Math.min(9999, Math.abs(shown))));
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  await settle.finished;
}

export function point({ roll, marker }: DiceRoll, rail: HTMLElement, outcome: DiceOutcome): void {
  const won = outcome.multiplier !== '0.00';
  setText(roll, hundredthsText(Math.round(outcome.roll * 100)));
  roll.className = won ? 'roll won' : 'roll lost';
  marker.className = won ? 'marker shown won' : 'marker shown lost';
  setVariables(rail, { roll: outcome.roll });
}

export function addToHistory({ t, strip }: DiceRoll, outcome: DiceOutcome, won: boolean): void {
  strip.prepend(
    h(
      'li',
      { class: won ? 'won' : 'lost' },
      hundredthsText(Math.round(outcome.roll * 100)),
      h('span', { class: 'visually-hidden' }, t(won ? 'studio.roll_won' : 'studio.roll_lost')),
    ),
  );
  while (strip.children.length > HISTORY_LENGTH) strip.lastElementChild?.remove();
}
