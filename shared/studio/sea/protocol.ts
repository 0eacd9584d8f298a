/**
 * A sea that several players share, towards its page. `GET stream` takes a seat at a cannon (the one that the player has, a
 * free one, or one in a new sea) and sends server-sent events, each a `SeaView` as `data` with an id. A shot is a `POST play`
 * like any other round, with the number of the animal it is aimed at (`PlayRequest.fish`). Amounts are in no event.
 */
export const SEA_API = { stream: '/studio/api/sea/stream' } as const;

/** Cannons of a sea. */
export const SEA_SEATS = 4;

export interface SeaShot {
  /** The same for everybody, and of this shot alone. */
  readonly id: string;
  readonly seat: number;
  readonly fish: number;
  /** What the animal paid, in stakes; 0 for a miss. */
  readonly multiplier: number;
}

export interface SeaSight {
  readonly kind: 'sea';
  readonly now: string;
  readonly seaId: string;
  /** Public: with the time since `openedAt` it makes the shoal (`shoalAt`), and nothing else. */
  readonly seed: string;
  readonly openedAt: string;
  /** The viewer's own. */
  readonly seat: number;
  /** All seats that are taken; nobody's name is shown. */
  readonly seats: readonly number[];
  /** Animals that somebody has caught while others of their time still swim. */
  readonly caught: readonly number[];
  /** The newest settled shots of everybody, oldest first. */
  readonly shots: readonly SeaShot[];
}
/** The seat has gone to another page of the player (`elsewhere`), or was left alone for too long (`out`); the stream ends. */
export interface SeaEnd {
  readonly kind: 'elsewhere' | 'out';
}
export type SeaView = SeaSight | SeaEnd;
