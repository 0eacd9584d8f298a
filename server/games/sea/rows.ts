import type { Generated, Selectable } from 'kysely';

/** A sea shared by up to four players. */
export interface SeaRow {
  id: string;
  game_id: string;
  /** Real and play money are separate. */
  trial: boolean;
  /** Public: it determines the shoal, never an outcome. */
  seed: string;
  /** Incremented with every change that is visible in the sea. */
  version: Generated<number>;
  opened_at: Date;
}

export interface CannonRow {
  sea_id: string;
  seat: number;
  player: string;
  game_id: string;
  /** The newest session of the player at the seat. */
  session_id: string;
  /** The seat is freed at this time; an open page extends it. */
  idle_at: Date;
  /** When the player last shot or sat down. */
  shot_at: Date;
}

export interface SeaTables {
  studio_sea: SeaRow;
  studio_cannon: CannonRow;
}
export type Sea = Selectable<SeaRow>;
export type Cannon = Selectable<CannonRow>;
