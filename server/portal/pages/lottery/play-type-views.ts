import { familyOf, inFamilies, type PlayTypeSheet } from '../../../../shared/games/contract.ts';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { PlayTypeView } from '../../../../views/pages/lottery/play-types.tsx';
import type { LoadInput } from '../load-input.ts';

type Label = PlayTypeSheet['odds'][number]['label'];

/** Play types in the language and currency of the page. The one that the address names is open. */
export function playTypeViews(
  sheets: readonly PlayTypeSheet[],
  { context: { t }, currency, query }: Pick<LoadInput, 'context' | 'currency' | 'query'>,
): readonly PlayTypeView[] {
  const text = (label: Label) => ('text' in label ? label.text : t(`lottery.${label.key}`, label.values));
  const amount = (units: Units) => amountText(units, currency);
  const inOrder = inFamilies(sheets).flatMap(({ playTypes }) => playTypes);
  return inOrder.map(({ id, name, how, about, returns, odds, topOdds, stake, example }) => ({
    id,
    family: t(`lottery.family_${familyOf({ name })}`),
    name: text(name),
    how: about ? `${text(about)} ${text(how)}` : text(how),
    returned: t('lottery.returnOf', { percent: returns.join('–') }),
    upTo: t('lottery.upTo', { odds: grouped(topOdds) }),
    odds: odds.map((line) => ({
      bet: text(line.label),
      chance: t('lottery.oneIn', { number: grouped(line.oneIn) }),
      pays: times(line.odds),
    })),
    stake: t('lottery.stakeRange', { least: amount(stake.least), most: amount(stake.most) }),
    example: {
      entry: example.entry.map(text).join(', '),
      bets: `${example.bets} × ${amount(example.stake)}`,
      cost: amount(example.cost),
      most: amount(example.most),
      draw: example.draw,
      hits: example.hits.map(
        (hit) =>
          `${text(hit.label)}${hit.prize ? `, ${text(hit.prize)}` : ''}: ${hit.times > 1 ? `${hit.times} × ` : ''}${times(hit.odds)}`,
      ),
      paid: amount(example.paid),
    },
    isOpen: query.get('playType') === id,
  }));
}

function times(odds: string): string {
  return `${grouped(odds)}×`;
}

/** "9500.00" as "9,500"; hundredths only where there are any. */
function grouped(number: string): string {
  return number.replace(/\.00$/, '').replace(/\B(?=(\d{3})+(?:\.|$))/g, ',');
}
