import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** The old machine: sevens, bells and bars. */
export const world: World = {
  metal: 'gold',
  frame: 'silver',
  motif: 'rays',
  sway: 26,
  voice: { wave: 'square', root: 523, steps: [0, 4, 7, 12] },
  pictures: {
    wild: picture('gem', 195, 60, { fixed: true }),
    scatter: picture('coin', 60, 30),
    top: picture('seven', 40, 22, { fixed: true }),
    high1: picture('bell', 60, 22, { fixed: true }),
    high2: picture('bar', 255, 60, { fixed: true }),
    high3: picture('star7', 75, 60, { fixed: true }),
    low1: picture('melon', 18, 60, { fixed: true }),
    low2: picture('grapes', 305, 60, { fixed: true }),
    low3: picture('orange', 55, 60, { fixed: true }),
    low4: picture('lemon', 98, 60, { fixed: true }),
    low5: picture('cherry', 20, 60, { fixed: true }),
    ...specials(picture('dice', 20, 255)),
  },
  scene: sceneOf('sevens'),
};
