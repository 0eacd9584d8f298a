import { lotteryTrends } from '../../../../shared/games/contract.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { hasPrizeClasses } from '../../../../shared/rules/prize-classes.ts';
import type { TrendsView } from '../../../../views/pages/lottery/trends.tsx';

/** Names of the two digits of the special prize; other places have numbers. */
const SET_NAMES = ['lottery.type_head', 'lottery.type_tail'];
/** The numbers of a set of prizes are longer than any other. */
const SET_LENGTH = 3;

/** What past draws of a game were, newest first, in the language of the page; undefined without draws. */
export function trendsView(gameId: string, draws: readonly (readonly string[])[], t: Translate): TrendsView | undefined {
  const trends = lotteryTrends(gameId, draws);
  if (!trends) return undefined;
  const isSet = draws.some((numbers) => numbers.some((number) => number.length >= SET_LENGTH));
  const hasClasses = draws.some(hasPrizeClasses);
  const nameOf = (place: number | null) => {
    if (place === null) return t('lottery.trendsAll');
    if (hasClasses) return t('lottery.trendsFirstPrize', { place });
    return isSet ? t(SET_NAMES[place - 1] ?? '') : t('lottery.type_position', { place });
  };
  return {
    draws: trends.draws,
    rows: trends.rows.map(({ place, values, expectedTenths }) => ({
      name: nameOf(place),
      average: t('lottery.trendsAverage', { number: tenths(expectedTenths) }),
      values,
    })),
    road: trends.road,
    sides: trends.road.length > 0 ? t('lottery.trendsSides', trends.sides) : '',
  };
}

function tenths(number: number): string {
  return number % 10 === 0 ? String(number / 10) : `${Math.floor(number / 10)}.${number % 10}`;
}
