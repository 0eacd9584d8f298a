import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A castle, keys and bottled wishes. */
export const world: World = {
  metal: 'rose',
  frame: 'gold',
  motif: 'deco',
  sway: 30,
  voice: { wave: 'sine', root: 415, steps: [0, 4, 8, 11, 16] },
  pictures: {
    wild: picture('key', 330, 60),
    scatter: picture('moon', 290, 60),
    top: picture('castle', 285, 340),
    high1: picture('crown', 345, 160),
    high2: picture('feather', 200, 320),
    high3: picture('envelope', 20, 340),
    low1: picture('potion-0', 345, 60, { fixed: true }),
    low2: picture('potion-1', 200, 60, { fixed: true }),
    low3: picture('potion-2', 150, 60, { fixed: true }),
    low4: picture('potion-3', 290, 60, { fixed: true }),
    low5: picture('potion-4', 65, 60, { fixed: true }),
    ...specials(picture('wheel', 320, 60)),
  },
  scene: sceneOf('fable'),
};
