/** The rounds with a bet. */
export interface RoundBook {
  readonly closed: Set<string>;
  open(roundId: string, player: string, gameId: string): void;
  has(roundId: string): boolean;
  playerOf(roundId: string): string | undefined;
  gameOf(roundId: string): string | undefined;
}

export function createRoundBook(): RoundBook {
  const rounds = new Map<string, { readonly player: string; readonly gameId: string }>();
  return {
    closed: new Set(),
    open: (roundId, player, gameId) => void rounds.set(roundId, { player, gameId }),
    has: (roundId) => rounds.has(roundId),
    playerOf: (roundId) => rounds.get(roundId)?.player,
    gameOf: (roundId) => rounds.get(roundId)?.gameId,
  };
}
