import { coinOf } from '../money/currency-steps.ts';
import type { Units } from '../money/money.ts';
import type { Engine, SlotVariant, StudioGame, Variant } from './catalogue.ts';
import { STUDIO_GAMES } from './games.ts';
import { displayedReturn, publishedReturn, stakeLimits } from './rules.ts';
import { slotFacts } from './slot/figures.ts';
import { SLOT_MODELS } from './slot/models.ts';
import { waysOf } from './slot/table.ts';

/** What a list of games shows of a game. Slots publish their volatility; in other games it depends on the bet. */
export interface GameFacts {
  readonly rtp: ReturnType<typeof displayedReturn>;
  readonly volatility: ReturnType<typeof slotFacts>['volatility'] | null;
  readonly mostWin: ReturnType<typeof slotFacts>['most'] | null;
  readonly minBet: Units;
  readonly maxBet: Units;
  readonly lineNum: number;
}

/** `currency`: that of the limits. */
export function gameFacts({ engine, variant }: StudioGame, currency: string): GameFacts {
  const { min, max } = stakeLimits(variant, coinOf(currency));
  return {
    rtp: displayedReturn(engine, variant),
    ...volatilityOf(engine, variant),
    minBet: min,
    maxBet: max,
    lineNum: engine === 'slot' ? waysOf(SLOT_MODELS[variant as SlotVariant]) : 1,
  };
}

/** Of free rounds, in units: the multiples of `step` from `min` to `max`. */
export interface FreeRoundStakes {
  readonly step: Units;
  readonly min: Units;
  readonly max: Units;
}

/** Stakes in the currency that all of the games take; undefined: one of them has no free rounds, which only slots of the list have. */
export function freeRoundStakes(gameIds: readonly string[], currency: string): FreeRoundStakes | undefined {
  const slots = gameIds.map((id) => SLOTS.get(id));
  const known = slots.filter((slot) => slot !== undefined);
  if (known.length === 0 || known.length !== slots.length) return undefined;
  const all = known.map(({ variant }) => stakeLimits(variant, coinOf(currency)));
  const step = all.map((one) => one.step).reduce(commonMultiple);
  const min = all.map((one) => one.min).reduce((a, b) => (a > b ? a : b));
  const max = all.map((one) => one.max).reduce((a, b) => (a < b ? a : b));
  return { step, min: ((min + step - 1n) / step) * step, max: max - (max % step) };
}

const SLOTS: ReadonlyMap<string, StudioGame> = new Map(
  STUDIO_GAMES.filter(({ engine }) => engine === 'slot').map((slot) => [slot.gameId, slot]),
);

function commonMultiple(a: Units, b: Units): Units {
  let [divisor, rest] = [a, b];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  return (a / divisor) * b;
}

/** Computes the returns of all games, which are cached: this takes 0.1 s, so a start does it while a database opens. */
export function computeReturns(): void {
  for (const { engine, variant } of STUDIO_GAMES) publishedReturn(engine, variant);
}

function volatilityOf(engine: Engine, variant: Variant): Pick<GameFacts, 'volatility' | 'mostWin'> {
  if (engine !== 'slot') return { volatility: null, mostWin: null };
  const { volatility, most } = slotFacts(variant as SlotVariant);
  return { volatility, mostWin: most };
}
