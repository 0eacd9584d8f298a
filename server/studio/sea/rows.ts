import type { Generated, Selectable } from 'kysely';

/** A sea that up to four players share. */
export interface SeaRow {
  id: string;
  game_id: string;
  /** Real and play money never meet. */
  trial: boolean;
  /** Public: it makes the shoal and decides nothing. */
  seed: string;
  /** Grows with every change that somebody in the room may see. */
  version: Generated<number>;
  opened_at: Date;
}

export interface CannonRow {
  sea_id: string;
  seat: number;
  player: string;
  game_id: string;
  /** The newest session that has come to the seat. */
  session_id: string;
  /** The seat is free then; an open page puts it off. */
  idle_at: Date;
  /** When the player last shot, or came. */
  shot_at: Date;
}

export interface SeaTables {
  studio_sea: SeaRow;
  studio_cannon: CannonRow;
}
export type Sea = Selectable<SeaRow>;
export type Cannon = Selectable<CannonRow>;
