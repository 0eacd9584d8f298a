import { rankText, type Suit, suitName } from '../lib/card-name.ts';
import { drawing, h } from '../lib/dom.ts';

const SUITS: Readonly<Record<Suit, string>> = {
  spades: 'M0 -34C-6 -18 -34 -10 -34 12C-34 27 -14 32 -5 20C-6 32 -10 38 -15 42H15C10 38 6 32 5 20C14 32 34 27 34 12C34 -10 6 -18 0 -34Z',
  hearts: 'M0 38C-8 22 -36 8 -36 -14C-36 -34 -10 -40 0 -20C10 -40 36 -34 36 -14C36 8 8 22 0 38Z',
  diamonds: 'M0 -42C7 -22 18 -8 32 0C18 8 7 22 0 42C-7 22 -18 8 -32 0C-18 -8 -7 -22 0 -42Z',
  clubs:
    'M0 -40C16 -40 24 -22 14 -10C30 -14 42 4 32 18C24 30 8 26 4 16C5 30 10 36 15 42H-15C-10 36 -5 30 -4 16C-8 26 -24 30 -32 18C-42 4 -30 -14 -14 -10C-24 -22 -16 -40 0 -40Z',
};

/** A card of 5 by 7, face up, or its back. */
export function cardFace(card: number | undefined): HTMLElement {
  if (card === undefined) return h('div', { class: 'card-face card-back' }, backArt());
  const suit = suitName(card);
  const tone = suit === 'hearts' || suit === 'diamonds' ? 'red' : 'black';
  const pip = () => drawing('-44 -48 88 96', `<path d="${SUITS[suit]}" fill="currentColor"/>`);
  return h(
    'div',
    { class: `card-face card-${tone}` },
    h('span', { class: 'card-corner' }, rankText(card), pip()),
    h('span', { class: 'card-middle' }, pip()),
    h('span', { class: 'card-corner card-foot' }, rankText(card), pip()),
  );
}

function backArt(): SVGSVGElement {
  const rows = Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 5 - (row % 2) }, (_cell, column) => {
      const [x, y] = [column * 18 + (row % 2) * 9 - 36, row * 18 - 54];
      return `<path d="M${x} ${y - 8}l8 8l-8 8l-8 -8z"/>`;
    }).join(''),
  );
  return drawing(
    '-50 -70 100 140',
    `<g fill="currentColor" opacity=".55">${rows.join('')}</g><circle r="20" fill="#fcbd34"/><circle r="15" fill="none" stroke="#8a5a10" stroke-width="2"/><path d="M0 -11Q1.700 -1.700 11 0Q1.700 1.700 0 11Q-1.700 1.700 -11 0Q-1.700 -1.700 0 -11Z" fill="#8a5a10"/>`,
  );
}
