import { DEFAULT_LANGUAGE } from '../../../../../shared/constants.ts';
import { playTypeName } from '../../../../../shared/games/contract.ts';
import { TEXTS } from '../../../../../shared/i18n/locales.ts';
import { translator } from '../../../../../shared/i18n/translate.ts';

/** The texts of the players' pages, in the language of the console. */
const texts = TEXTS[DEFAULT_LANGUAGE] ?? {};
const t = translator(texts, 'en');

/** A play type as players read it; that of another vendor by its id. */
export function playTypeText(gameId: string, playType: string): string {
  const name = playTypeName(gameId, playType);
  return name ? t(`lottery.${name.key}`, name.values) : playType;
}

/** Digits as they are, options such as "big" by their names. */
export function betText(bet: string): string {
  const key = `lottery.opt_${bet}`;
  return Object.hasOwn(texts, key) ? t(key) : bet;
}
