import { DICE_ROLLS, diceChance, diceHundredths, diceTargets } from '../../../shared/games/dice.ts';

/** A dice bet as it is set: the target in hundredths. */
export interface DiceSetting {
  readonly over: boolean;
  readonly target: number;
}

/** Keeps a target within what the rules allow. */
export function setTarget(setting: DiceSetting, target: number): DiceSetting {
  const { lowest, highest } = diceTargets(setting.over);
  return { ...setting, target: Math.min(highest, Math.max(lowest, Math.round(target))) };
}

/** The opposite side with the same chance of winning. */
export function swapSide({ over, target }: DiceSetting): DiceSetting {
  return setTarget({ over: !over, target }, DICE_ROLLS - 1 - target);
}

/** Winning rolls out of 10,000 and the multiplier in hundredths. */
export function oddsOf({ over, target }: DiceSetting): { readonly chance: number; readonly hundredths: number } {
  const chance = diceChance(over, target / 100) ?? 0;
  return { chance, hundredths: chance === 0 ? 0 : diceHundredths(chance) };
}
