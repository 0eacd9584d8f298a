import type { Rank } from '../../../../../shared/games/slot/ranks.ts';
import type { SlotLook, SlotVoice } from '../../../../../shared/games/slot-looks.ts';
import type { Metal } from '../../palette.ts';
import type { Draw, Picture } from '../pictures/picture.ts';
import type { Scene } from '../pictures/scene.ts';
import { unknown, worth } from '../pictures/things.ts';

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

export function picture(draw: Draw, accent: number, second: number, more: Pick<Partial<Picture>, 'metal' | 'fixed'> = {}): Picture {
  return { draw, accent, second, ...more };
}

/** The specials that mean the same in every world, in its metal. */
export function specials(bonus: Picture): Pick<World['pictures'], 'bonus' | 'coin' | 'mystery'> {
  return { bonus, coin: picture(worth, 60, 30), mystery: picture(unknown, 300, 60) };
}
