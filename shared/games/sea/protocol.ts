/**
 * A shared sea and its page. `GET stream` assigns a seat at a cannon (the player's own, a free one, or one in a new sea) and
 * sends server-sent events, each a `SeaView` with an id. A shot is a normal `POST play` with the number of the target animal
 * (`PlayRequest.fish`). Events contain no amounts.
 */
export const SEA_API = { stream: '/studio/api/sea/stream' } as const;

/** Cannons per sea. */
export const SEA_SEATS = 4;

export interface SeaShot {
  /** The same for all players; identifies this shot only. */
  readonly id: string;
  readonly seat: number;
  readonly fish: number;
  /** The payout of the animal in stakes; 0 for a miss. */
  readonly multiplier: number;
}

export interface SeaSight {
  readonly kind: 'sea';
  readonly now: string;
  readonly seaId: string;
  /** Public. Together with the time since `openedAt` it determines the shoal (`shoalAt`) and nothing else. */
  readonly seed: string;
  readonly openedAt: string;
  /** The viewer's own seat. */
  readonly seat: number;
  /** All taken seats, without names. */
  readonly seats: readonly number[];
  /** Caught animals whose time in the scene has not passed yet. */
  readonly caught: readonly number[];
  /** The newest settled shots of all players, oldest first. */
  readonly shots: readonly SeaShot[];
}
/** The seat was moved to another page of the player (`elsewhere`) or was idle for too long (`out`); the stream ends. */
export interface SeaEnd {
  readonly kind: 'elsewhere' | 'out';
}
export type SeaView = SeaSight | SeaEnd;
