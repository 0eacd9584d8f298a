import type { SlotTable } from '../../../shared/games/slot/table.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import { h, setText } from '../lib/dom.ts';
import { timesText } from '../lib/times-text.ts';
import { symbol } from './reel.ts';

const VISIBLE = 6;

export interface PrizeLadders {
  readonly left: HTMLElement;
  readonly right: HTMLElement;
  /** Shows the prizes for a stake per coin. */
  show(coin: Units, money: (units: Units) => string): void;
}

/** The best symbols next to the reels with the highest prize of each at the current stake. */
export function prizeLadders(table: SlotTable, t: Translate): PrizeLadders {
  const best = Object.entries(table.pays)
    .map(([name, prizes]) => ({ name, count: Math.max(...Object.keys(prizes).map(Number)), prize: Math.max(...Object.values(prizes)) }))
    .sort((one, other) => other.prize - one.prize)
    .slice(0, VISIBLE);
  const values = new Map<Element, bigint>();
  const rungs = best.map(({ name, count, prize }) => {
    const value = h('span', { class: 'rung-prize amount' }, timesText(prize));
    values.set(value, BigInt(prize));
    return h(
      'li',
      { class: 'rung' },
      symbol(name),
      h('span', { class: 'visually-hidden' }, `${count} × ${t(`studio.symbol_${name}`)}`),
      value,
    );
  });
  const side = (name: string, items: readonly HTMLElement[]) =>
    h('ul', { class: `ladder ladder-${name}`, 'aria-label': t('studio.best_prizes') }, ...items);
  return {
    left: side('left', rungs.slice(0, VISIBLE / 2)),
    right: side('right', rungs.slice(VISIBLE / 2)),
    show(coin, money) {
      for (const [element, prize] of values) setText(element, money(coin * prize));
    },
  };
}
