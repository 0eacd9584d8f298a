import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A hall of cut stones and pale light. */
export const world: World = {
  metal: 'gold',
  frame: 'gold',
  motif: 'lattice',
  sway: 60,
  voice: { wave: 'sine', root: 523, steps: [0, 4, 7, 11, 14] },
  pictures: {
    wild: picture('star7', 70, 30, { fixed: true }),
    scatter: picture('coin', 60, 30),
    top: picture('crown', 350, 200),
    high1: picture('octagon', 18, 60, { fixed: true }),
    high2: picture('step', 152, 60, { fixed: true }),
    high3: picture('gem', 262, 60, { fixed: true }),
    low1: picture('triangle', 75, 60, { fixed: true }),
    low2: picture('pear', 310, 60, { fixed: true }),
    low3: picture('hexagon', 195, 60, { fixed: true }),
    low4: picture('kite', 345, 60, { fixed: true }),
    low5: picture('marquise', 45, 60, { fixed: true }),
    ...specials(picture('wheel', 300, 60)),
  },
  scene: sceneOf('gems'),
};
