import type { Translate } from '../../../shared/i18n/translate.ts';
import type { Units } from '../../../shared/money/money.ts';
import { prizeFor, type SlotTable } from '../../../shared/studio/slot/table.ts';
import { h, setText } from '../lib/dom.ts';
import { symbol } from './reel.ts';

const SHOWN = 6;

export interface PrizeLadders {
  readonly left: HTMLElement;
  readonly right: HTMLElement;
  /** Prizes of five of a kind for a stake on each line. */
  show(lineStake: Units, money: (units: Units) => string): void;
}

/** The best symbols beside the reels with what five of them pay at the stake as it stands. */
export function prizeLadders(table: SlotTable, t: Translate): PrizeLadders {
  const reels = table.base.strips.length;
  const best = Object.entries(table.pays)
    .map(([name, prizes]) => [name, prizeFor(prizes, reels)] as const)
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN);
  const values = new Map<Element, bigint>();
  const rungs = best.map(([name, prize]) => {
    const value = h('span', { class: 'rung-prize amount' }, `×${prize}`);
    values.set(value, BigInt(prize));
    return h(
      'li',
      { class: 'rung' },
      symbol(name),
      h('span', { class: 'visually-hidden' }, t('studio.five_of', { symbol: t(`studio.symbol_${name}`) })),
      value,
    );
  });
  const side = (name: string, items: readonly HTMLElement[]) =>
    h('ul', { class: `ladder ladder-${name}`, 'aria-label': t('studio.best_prizes') }, ...items);
  return {
    left: side('left', rungs.slice(0, SHOWN / 2)),
    right: side('right', rungs.slice(SHOWN / 2)),
    show(lineStake, money) {
      for (const [element, prize] of values) setText(element, money(lineStake * prize));
    },
  };
}
