/** What a player was told of a round. */
export interface Said {
  readonly gameId: string;
  readonly roundId: string;
  readonly stake: string;
  /** `open`: the stake counts, the end is to come. */
  readonly end: 'open' | 'settled' | 'refunded';
  /** Of a settled round. */
  readonly payout?: string;
}

/** What all players have asked for and been told, over all deaths of the service. */
export interface Journal {
  /** A key was asked for that was not refused: it is one round at most. */
  asked(gameId: string): void;
  say(said: Said): void;
  /** By round; of each what was said last. */
  readonly said: ReadonlyMap<string, Said>;
  /** Keys that may have become rounds, by game. Games without keys are not in it. */
  readonly keys: ReadonlyMap<string, number>;
}

export function createJournal(): Journal {
  const said = new Map<string, Said>();
  const keys = new Map<string, number>();
  return {
    asked: (gameId) => void keys.set(gameId, (keys.get(gameId) ?? 0) + 1),
    say: (one) => void said.set(one.roundId, one),
    said,
    keys,
  };
}
