/**
 * Stores in this browser that a round is in progress, so that its outcome is shown after a crash or a closed tab. It is
 * only a hint: the platform has the outcome (`games.lastRound`).
 */
const KEY = 'lagoon-open-round';

export function markOpenRound(gameId: string): void {
  try {
    localStorage.setItem(KEY, gameId);
  } catch {
    // Without storage the card appears only for rounds that are still open.
  }
}

export function clearOpenRound(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** Game with a round in progress when this browser last left it; null if none. */
export function openRoundGame(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
