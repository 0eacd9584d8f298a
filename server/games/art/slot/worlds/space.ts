import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Worlds, a rocket and far light. */
export const world: World = {
  metal: 'silver',
  frame: 'neon',
  motif: 'stars',
  sway: 30,
  voice: { wave: 'sine', root: 587, steps: [0, 7, 12, 19] },
  pictures: {
    wild: picture('eye', 290, 255),
    scatter: picture('comet', 200, 30),
    top: picture('rocket', 220, 22, { fixed: true }),
    high1: picture('sun', 45, 25, { fixed: true, metal: 'gold' }),
    high2: picture('planet-ringed', 310, 60, { metal: 'gold' }),
    high3: picture('crystal', 190, 60),
    low1: picture('planet-bands', 45, 20),
    low2: picture('planet-ocean', 235, 145),
    low3: picture('planet-lava', 25, 60, { metal: 'gold' }),
    low4: picture('planet-craters', 280, 60),
    low5: picture('moon', 255, 60),
    ...specials(picture('wheel', 265, 20)),
  },
  scene: sceneOf('space'),
};
