import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A confectioner’s window. */
export const world: World = {
  metal: 'rose',
  frame: 'candy',
  motif: 'rays',
  sway: 40,
  voice: { wave: 'square', root: 659, steps: [0, 4, 7, 12, 16] },
  pictures: {
    wild: picture('crown', 345, 60),
    scatter: picture('sun', 200, 345),
    top: picture('sweet-1', 345, 60),
    high1: picture('sweet-3', 50, 345),
    high2: picture('sweet-0', 200, 60),
    high3: picture('fruit', 20, 140),
    low1: picture('sweet-4', 18, 60, { fixed: true }),
    low2: picture('sweet-2', 150, 60, { fixed: true }),
    low3: picture('flower-5-heart', 300, 60),
    low4: picture('gem', 195, 60, { fixed: true }),
    low5: picture('cherry', 10, 60, { fixed: true }),
    ...specials(picture('wheel', 345, 200)),
  },
  scene: sceneOf('sweets'),
};
