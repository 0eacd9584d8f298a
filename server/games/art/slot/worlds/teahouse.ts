import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Tea, tiles and paper. */
export const world: World = {
  metal: 'gold',
  frame: 'lacquer',
  motif: 'lattice',
  sway: 22,
  voice: { wave: 'triangle', root: 370, steps: [0, 2, 4, 9, 12] },
  pictures: {
    wild: picture('teapot', 170, 345),
    scatter: picture('lotus', 345, 60, { fixed: true }),
    top: picture('pagoda', 30, 20),
    high1: picture('fan', 20, 60),
    high2: picture('cards', 250, 20),
    high3: picture('envelope', 60, 24, { fixed: true }),
    low1: picture('tile-sparrow', 165, 30, { fixed: true }),
    low2: picture('tile-blossom', 350, 60, { fixed: true }),
    low3: picture('tile-bamboo', 150, 60, { fixed: true }),
    low4: picture('tile-dots', 250, 25, { fixed: true }),
    low5: picture('tile-wind', 25, 60, { fixed: true }),
    ...specials(picture('wheel', 20, 150)),
  },
  scene: sceneOf('teahouse'),
};
