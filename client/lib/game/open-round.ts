/**
 * Remembers in this browser that a round is under way, so that after a crash or a closed tab somebody says what became of
 * it. Only a hint: what is true is asked from the platform (`games.lastRound`).
 */
const KEY = 'lagoon-open-round';

export function markOpenRound(gameId: string): void {
  try {
    localStorage.setItem(KEY, gameId);
  } catch {
    // Without storage the card comes only for rounds that are still open.
  }
}

export function clearOpenRound(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Game whose round was under way when this browser last left it; null when there was none. */
export function openRoundGame(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
