import type { EngineOutcome } from '../../../shared/games/protocol.ts';
import { pocketColour } from '../../../shared/games/roulette.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { cardName, rankText, suitName } from '../lib/card-name.ts';
import { h, setVariables } from '../lib/dom.ts';
import type { OutcomeTexts } from './outcome-texts.ts';
import { spinPictures } from './spin-pictures.ts';

const SIGNS = { spades: '♠', hearts: '♥', diamonds: '♦', clubs: '♣' } as const;

/** An outcome as a picture; undefined if text is sufficient, and for an invalid outcome (pasted text can be anything). */
export function drawOutcome(outcome: EngineOutcome, texts: OutcomeTexts): Node | undefined {
  try {
    return picture(outcome, texts);
  } catch {
    return undefined;
  }
}

function picture(outcome: EngineOutcome, texts: OutcomeTexts): Node | undefined {
  const { t } = texts;
  switch (outcome.engine) {
    case 'slot':
      return spinPictures(outcome, texts);
    case 'duel':
      return h(
        'div',
        { class: 'drawn-hands' },
        miniCards(outcome.one, t),
        h('span', { class: 'drawn-versus' }, '–'),
        miniCards(outcome.other, t),
      );
    case 'roulette':
      return h('p', { class: 'drawn-row' }, h('b', { class: `drawn-pocket is-${pocketColour(outcome.pocket)}` }, String(outcome.pocket)));
    case 'keno':
      return balls(outcome.drawn, outcome.hits);
    case 'digits':
      return h('p', { class: 'drawn-row' }, ...[...outcome.drawn].map((digit) => h('b', { class: 'drawn-digit' }, digit)));
    case 'dice':
      return rail(outcome.roll);
    default:
      return undefined;
  }
}

/** Small cards in the order in which they were dealt. */
export function miniCards(cards: readonly number[], t: Translate): HTMLElement {
  const face = (card: number) => {
    const suit = suitName(card);
    const tone = suit === 'hearts' || suit === 'diamonds' ? 'mini-card red' : 'mini-card';
    return h('li', { class: tone }, h('span', { 'aria-hidden': 'true' }, rankText(card), SIGNS[suit]), hidden(cardName(card, t)));
  };
  return h('ol', { class: 'mini-cards' }, ...cards.map(face));
}

function balls(drawn: readonly number[], hits: readonly number[]): HTMLElement {
  const ball = (number: number) => h('li', { class: hits.includes(number) ? 'drawn-ball hit' : 'drawn-ball' }, String(number));
  return h('ol', { class: 'drawn-balls' }, ...drawn.map(ball));
}

/** Where the roll lies between 0 and 100. */
function rail(roll: number): HTMLElement {
  const mark = h('i', { class: 'drawn-mark' });
  setVariables(mark, { at: `${roll}%` });
  return h('div', { class: 'drawn-roll' }, h('b', {}, roll.toFixed(2)), h('div', { class: 'drawn-rail', 'aria-hidden': 'true' }, mark));
}

function hidden(text: string): HTMLElement {
  return h('span', { class: 'visually-hidden' }, text);
}
