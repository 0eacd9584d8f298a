import * as v from 'valibot';
import { MAX_DEPOSIT_BONUSES, MAX_WAGERING } from '../../../shared/api/bonus/constants.ts';
import { GAME_CATEGORIES, type GameCategory } from '../../../shared/constants.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const percent = whole(0, 100);

/** Percent with which settled stakes count for the wagering. Contests between players count nothing: bonus money could be lost to a friend. */
const DEFAULT_WEIGHTS: Readonly<Record<GameCategory, number>> = {
  RNG: 100,
  FISH: 100,
  LOTT: 100,
  ELOTT: 100,
  SPORTS: 100,
  ESPORTS: 100,
  LIVE: 50,
  PVP: 0,
};

const depositBonus = v.object({
  /** Accepted bonuses name the rule by its id. */
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,31}$/, 'lower-case letters, digits and hyphens')),
  /** Of the deposit. */
  percent: whole(1, 500),
  /** Highest bonus, and smallest deposit, in whole units. */
  max: whole(1, 1_000_000_000),
  minimum: v.optional(whole(1, 1_000_000_000), 1),
  /** Multiple of the bonus that must be bet. */
  wagering: whole(1, MAX_WAGERING),
  /** From the acceptance. */
  days: whole(1, 90),
  /** Highest stake of one bet while the bonus runs, in whole units; null: none. */
  maxBet: v.optional(v.nullable(whole(1, 1_000_000_000)), null),
  /** After the deposit, in which the member may accept. */
  claimHours: v.optional(whole(1, 720), 48),
  /** How often a member can accept it. */
  times: v.optional(whole(1, 1_000), 1),
  /** The deposit waits with the bonus. The member reads this before accepting. */
  holdsDeposit: v.optional(v.boolean(), false),
});
export type DepositBonusRule = v.InferOutput<typeof depositBonus>;

/** From when on play with a bonus is shown to operators. */
const bonusChecks = v.object({
  /** Rounds that can hardly win or lose, and their share of the rounds that were compared, in percent. */
  coveredRounds: v.optional(whole(1, 10_000), 30),
  coveredPercent: v.optional(whole(1, 100), 90),
  /** Difference of stakes and wins up to which a round counts as one that has hardly won or lost, in percent of the stakes. */
  bandPercent: v.optional(whole(0, 50), 10),
  /** Bets of a minute that no person places, and the minutes with more. */
  betsPerMinute: v.optional(whole(1, 10_000), 120),
  fastMinutes: v.optional(whole(1, 1_000), 3),
  /** Rounds at the highest stake, and their share of all rounds in percent. */
  maxStakeRounds: v.optional(whole(1, 10_000), 100),
  maxStakePercent: v.optional(whole(1, 100), 98),
  /** Bonuses that a member may accept in 24 hours without a flag. */
  bonusesPerDay: v.optional(whole(1, 1_000), 5),
});
export type BonusCheckRules = v.InferOutput<typeof bonusChecks>;

/** The `bonus` member of a merchant's settings. */
export const bonusRules = v.object({
  weights: v.optional(
    v.pipe(
      v.record(v.picklist(GAME_CATEGORIES), percent),
      v.transform((own): Readonly<Record<GameCategory, number>> => Object.assign({}, DEFAULT_WEIGHTS, own)),
    ),
    {},
  ),
  checks: v.optional(bonusChecks, {}),
  deposits: v.optional(
    v.pipe(
      v.array(depositBonus),
      v.maxLength(MAX_DEPOSIT_BONUSES),
      v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, 'rules with an id of their own each'),
    ),
    [],
  ),
});
export type BonusRules = v.InferOutput<typeof bonusRules>;
/** A merchant without own settings has no bonuses for deposits. */
export const DEFAULT_BONUS_RULES: BonusRules = v.parse(bonusRules, {});
