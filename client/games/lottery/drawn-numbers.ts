import type { Translate } from '../../../shared/i18n/translate.ts';
import { inPrizeClasses } from '../../../shared/rules/prize-classes.ts';
import { h } from '../lib/dom.ts';

/** The numbers of a draw: one list, or one for each class of prizes. */
export function drawnNumbers(numbers: readonly string[], t: Translate): HTMLElement {
  const classes = inPrizeClasses(numbers);
  if (!classes) return list(numbers, t('studio.lotto_detail_numbers'));
  const groups = classes.map(({ name, numbers: own }) => {
    const label = t(`lottery.prize_${name}`);
    return h('div', { class: 'lotto-class', 'data-class': name }, h('span', { 'aria-hidden': 'true' }, label), list(own, label));
  });
  return h('div', { class: 'lotto-classes', role: 'group', 'aria-label': t('studio.lotto_detail_numbers') }, ...groups);
}

/** The same in one line: of prizes in classes the first three. */
export function drawnLine(numbers: readonly string[], t: Translate): HTMLElement {
  return list(inPrizeClasses(numbers) ? numbers.slice(0, LINE) : numbers, t('studio.lotto_detail_numbers'));
}
const LINE = 3;

function list(numbers: readonly string[], label: string): HTMLElement {
  const isWide = numbers.some((number) => number.length > 2);
  return h(
    'ol',
    { class: isWide ? 'lotto-drawn wide' : 'lotto-drawn', 'aria-label': label },
    ...numbers.map((number) => h('li', {}, number)),
  );
}
