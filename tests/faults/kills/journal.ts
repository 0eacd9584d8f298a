/** The acknowledgement of a round that a player got. */
export interface Acknowledgement {
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
  requested(gameId: string): void;
  record(acknowledgement: Acknowledgement): void;
  /** The last acknowledgement of each round. */
  readonly acknowledgements: ReadonlyMap<string, Acknowledgement>;
  /** Keys that may have become rounds, by game. Games without keys have no entry. */
  readonly keys: ReadonlyMap<string, number>;
}

export function createJournal(): Journal {
  const acknowledgements = new Map<string, Acknowledgement>();
  const keys = new Map<string, number>();
  return {
    requested: (gameId) => void keys.set(gameId, (keys.get(gameId) ?? 0) + 1),
    record: (one) => void acknowledgements.set(one.roundId, one),
    acknowledgements,
    keys,
  };
}
