import type { Rank } from '../../../../../shared/games/slot/ranks.ts';
import type { SlotLook, SlotVoice } from '../../../../../shared/games/slot-looks.ts';
import type { Metal } from '../../palette.ts';
import type { Picture } from '../picture.ts';
import type { Scene } from '../scene.ts';

/** A world for slots: its pictures of every rank, its scene, its frame and its sound. */
export interface World {
  readonly pictures: Readonly<Record<Rank, Picture>>;
  readonly metal: Metal;
  readonly frame: SlotLook['frame'];
  /** Shown until the scene has loaded. */
  readonly motif: SlotLook['motif'];
  /** How far a game's own hue may turn the hues of the world, in degrees. */
  readonly sway: number;
  readonly scene: Scene;
  readonly voice: SlotVoice;
}
