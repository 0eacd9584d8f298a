import { playTypesOf } from '../../../shared/games/lottery/order.ts';
import type { PlayType, TextKey } from '../../../shared/games/lottery/rules.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { GameContext } from '../lib/game-view.ts';

export type Texts = Pick<GameContext, 't' | 'money' | 'context'>;

/** A text of the lottery pages, which the page has too. */
export function lotteryText({ key, values }: TextKey, t: Translate): string {
  return t(`lottery.${key}`, values);
}

/** A value of a board or a bet: digits are the same in all languages, options have names. */
export function valueText(value: string, t: Translate): string {
  return /^[0-9*-]+$/.test(value) ? value : t(`lottery.opt_${value}`);
}

/** How a play type wins, and which of several prizes it is about. */
export function howText({ how, about }: Pick<PlayType, 'how' | 'about'>, t: Translate): string {
  return about ? `${lotteryText(about, t)} ${lotteryText(how, t)}` : lotteryText(how, t);
}

/** Names that would repeat that of the family. */
const SHORT: Readonly<Record<string, string>> = { type_digitSides: 'type_digit', type_positionSides: 'type_position' };

/** The name of a play type within its family. */
export function shortName({ name }: Pick<PlayType, 'name'>, t: Translate): string {
  return lotteryText({ ...name, key: SHORT[name.key] ?? name.key }, t);
}

/** The full name of a play type of the game; that of another one by its id. */
export function playTypeName(id: string, { context, t }: Pick<Texts, 'context' | 't'>): string {
  const found = playTypesOf(context as { variant: Parameters<typeof playTypesOf>[0]['variant'] }).find((one) => one.id === id);
  return found ? lotteryText(found.name, t) : id;
}
