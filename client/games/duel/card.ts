import { markupOf } from '../../../shared/games/svg-file.ts';
import { rankText, suitName } from '../lib/card-name.ts';
import { drawing, h } from '../lib/dom.ts';

const SUITS = import.meta.glob<string>('./suits/*.svg', { eager: true, query: '?raw', import: 'default' });

/** A card of 5 by 7, face up, or its back. */
export function cardFace(card: number | undefined): HTMLElement {
  if (card === undefined) return h('div', { class: 'card-face card-back' }, backArt());
  const suit = suitName(card);
  const tone = suit === 'hearts' || suit === 'diamonds' ? 'red' : 'black';
  const pip = () => drawing('-44 -48 88 96', markupOf(SUITS[`./suits/${suit}.svg`] ?? ''));
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
