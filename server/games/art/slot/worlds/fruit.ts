import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A market stall on the beach. */
export const world: World = {
  metal: 'gold',
  frame: 'wood',
  motif: 'rays',
  sway: 20,
  voice: { wave: 'square', root: 440, steps: [0, 4, 7, 9, 12] },
  pictures: {
    wild: picture('sun', 200, 30),
    scatter: picture('shell', 345, 60),
    top: picture('pineapple', 75, 60, { fixed: true }),
    high1: picture('melon', 18, 60, { fixed: true }),
    high2: picture('coconut', 80, 60, { fixed: true }),
    high3: picture('fruit', 40, 140),
    low1: picture('grapes', 305, 60, { fixed: true }),
    low2: picture('orange', 55, 60, { fixed: true }),
    low3: picture('plum', 325, 60, { fixed: true }),
    low4: picture('lemon', 98, 60, { fixed: true }),
    low5: picture('cherry', 20, 60, { fixed: true }),
    ...specials(picture('wheel', 30, 140)),
  },
  scene: sceneOf('fruit'),
};
