/** The acknowledgement of a round that a player got. */
export interface Said {
  readonly gameId: string;
  readonly roundId: string;
  readonly stake: string;
  /** `open`: the stake is booked, the result is pending. */
  readonly end: 'open' | 'settled' | 'refunded';
  /** Only of a settled round. */
  readonly payout?: string;
}

/** All requests and acknowledgements of all players, across all kills of the service. */
export interface Journal {
  /** Records a key that was sent and not refused: it is one round at most. */
  asked(gameId: string): void;
  say(said: Said): void;
  /** The last acknowledgement of each round. */
  readonly said: ReadonlyMap<string, Said>;
  /** Keys that may have become rounds, by game. Games without keys have no entry. */
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
