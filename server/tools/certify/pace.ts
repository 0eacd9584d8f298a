const MARGIN_MS = 50;

/** Keeps the time between the starts of two rounds that the platform has named (`minimumRoundMs`). */
export interface Pace {
  setMinimum(ms: number): void;
  /** Ends when a bet may start the round; a round that has begun does not wait. */
  turn(round: string): Promise<void>;
  /** Sends a bet in its turn. The next round waits from its answer on, because the time of arrival is not known. */
  start<Answer>(round: string, send: () => Promise<Answer>): Promise<Answer>;
}

export function createPace(): Pace {
  let minimumMs = 0;
  let openAt = 0;
  let queue: Promise<void> = Promise.resolve();
  const turns = new Map<string, Promise<void>>();

  const wait = async () => {
    // The answer of the round before may have moved it meanwhile.
    while (openAt > performance.now()) await new Promise((resolve) => setTimeout(resolve, openAt - performance.now()));
    openAt = performance.now() + minimumMs + MARGIN_MS;
  };
  function turn(round: string): Promise<void> {
    const known = turns.get(round);
    if (known) return known;
    const own = minimumMs === 0 ? Promise.resolve() : queue.then(wait);
    queue = own;
    turns.set(round, own);
    return own;
  }
  return {
    setMinimum(ms) {
      minimumMs = ms;
    },
    turn,
    async start(round, send) {
      await turn(round);
      try {
        return await send();
      } finally {
        if (minimumMs > 0) openAt = performance.now() + minimumMs + MARGIN_MS;
      }
    },
  };
}
