import { freeRoundStakes } from '../../../../shared/games/contract.ts';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { Refusal } from '../../base/refusal.ts';
import { type GameFacts, STUDIO_PROVIDER } from '../../play/vendors/index.ts';

type Game = Pick<GameFacts, 'gameId' | 'provider'>;

/**
 * Refuses a stake in units that one of the games does not take, and names those that all of them take (`free_rounds_stake`), and built-in games
 * that have no free rounds (`free_rounds_game`). Stakes of outside vendors are unknown here: any is accepted, and the vendor decides.
 */
export function requireStake(games: readonly Game[], stake: Units, currency: string): void {
  const own = games.filter(({ provider }) => provider === STUDIO_PROVIDER).map(({ gameId }) => gameId);
  if (own.length === 0) return;
  const stakes = freeRoundStakes(own, currency);
  if (!stakes) throw new Refusal('free_rounds_game');
  const { step, min, max } = stakes;
  if (stake >= min && stake <= max && stake % step === 0n) return;
  const [from, to, steps] = [min, max, step].map((units) => amountText(units, currency)) as [string, string, string];
  throw new Refusal('free_rounds_stake', { min: from, max: to, step: steps });
}

/** False: the game would refuse each round of this stake. True for outside vendors. */
export function takesStake({ gameId, provider }: Game, stake: Units, currency: string): boolean {
  if (provider !== STUDIO_PROVIDER) return true;
  const stakes = freeRoundStakes([gameId], currency);
  return stakes !== undefined && stake >= stakes.min && stake <= stakes.max && stake % stakes.step === 0n;
}

/** False: a built-in game without free rounds. */
export function hasFreeRounds({ gameId, provider }: Game, currency: string): boolean {
  return provider !== STUDIO_PROVIDER || freeRoundStakes([gameId], currency) !== undefined;
}
