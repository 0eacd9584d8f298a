/** What decides whether an option of a digit bet wins. */
export type DigitOptions = 'sides' | 'total' | 'versus' | 'pattern';
/** The same for a draw of numbered balls. */
export type BallOptions = 'total' | 'halves' | 'parity';
/**
 * Bets on a few numbers of a small draw, at the places of the rule: `exact` in order, `group` in any order, `anyOf` marks of which all, or
 * as many as are drawn, must be drawn; `faces` one die, paid for each, `doubles` two or three equal dice, `triples` three equal dice;
 * the rest are options.
 */
export type SmallBets = 'exact' | 'group' | 'anyOf' | 'faces' | 'doubles' | 'triples' | 'sides' | 'total' | 'versus' | 'shape';
export interface SmallRule {
  readonly kind: 'small';
  /** Numbers from 1 to `of`, each drawn once; dice repeat. */
  readonly of: number;
  readonly isDice: boolean;
  /** Places in the draw, from 0. */
  readonly places: readonly number[];
  readonly bets: SmallBets;
  /** Numbers of a bet. */
  readonly picks: number;
}
/** Digits at the beginning or the end of one prize, or of many: each prize that has them is a hit. */
export interface PrizeRule {
  readonly kind: 'prizes';
  /** The prizes that are compared, from 0, which is the special prize. */
  readonly places: readonly number[];
  readonly take: 'last' | 'tens' | 'units';
  readonly length: number;
}
/** Several numbers of two digits, each of which must end at least one prize. */
export interface ParlayRule {
  readonly kind: 'parlay';
  readonly prizes: number;
  readonly picks: number;
}

/**
 * Numbers of four digits, compared with the prizes of a set in classes (`prize-classes.ts`), each with odds of its own. A bet is a number,
 * or stands for several: `box` for each order of its digits and `roll` for each digit of the open place, at the stake of a bet each;
 * `ibox` for each order of its digits, at the stake of one bet together.
 */
export interface ClassRule {
  readonly kind: 'classes';
  readonly pays: 'big' | 'small';
  readonly bets: 'straight' | 'box' | 'ibox' | 'roll';
}

/**
 * How a bet wins. `starts` are places in the drawn digits, written one after another: the bet is compared with `length` digits from each
 * of them, and every place that matches is a hit.
 *
 * - `number`: the digits in order. `box`: in any order. `roll`: in order, one digit of the bet is `*` and may be any.
 * - `options`: one of a list, such as `big`.
 * - `spots`: numbers that are marked; the prize depends on how many are drawn.
 * - `balls`: one of a list of properties of all drawn numbers.
 * - `small`, `prizes`, `parlay`, `classes`: see above.
 */
export type Rule =
  | { readonly kind: 'number' | 'box' | 'roll'; readonly starts: readonly number[]; readonly length: number }
  | { readonly kind: 'options'; readonly starts: readonly number[]; readonly length: number; readonly options: DigitOptions }
  | { readonly kind: 'spots'; readonly picks: number }
  | { readonly kind: 'balls'; readonly options: BallOptions }
  | SmallRule
  | PrizeRule
  | ParlayRule
  | ClassRule;
export type DigitRule = Extract<Rule, { readonly starts: readonly number[] }>;

/** The digit of an open place in a `roll` bet. */
export const OPEN_DIGIT = '*';

/** A key of the locale files with the values of its placeholders. */
export interface TextKey {
  readonly key: string;
  readonly values?: Readonly<Record<string, number>>;
}
/** A text of the locale files, or digits that are the same in all languages. */
export type Label = TextKey | { readonly text: string };

/** One way of betting on a draw. */
export interface PlayType {
  /** Unique within the draws of one kind; part of addresses. */
  readonly id: string;
  readonly name: TextKey;
  readonly how: TextKey;
  /** Which of several prizes the play type is about. */
  readonly about?: TextKey;
  readonly rule: Rule;
  /** An entry as a player may type it, which the example settles. */
  readonly example: string;
}
