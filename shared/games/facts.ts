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

/** Computes the returns of all games, which are cached: this takes 0.1 s, so a start does it while a database opens. */
export function computeReturns(): void {
  for (const { engine, variant } of STUDIO_GAMES) publishedReturn(engine, variant);
}

function volatilityOf(engine: Engine, variant: Variant): Pick<GameFacts, 'volatility' | 'mostWin'> {
  if (engine !== 'slot') return { volatility: null, mostWin: null };
  const { volatility, most } = slotFacts(variant as SlotVariant);
  return { volatility, mostWin: most };
}
