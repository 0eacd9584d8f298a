import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A quiet garden pond. */
export const world: World = {
  metal: 'gold',
  frame: 'jade',
  motif: 'lattice',
  sway: 22,
  voice: { wave: 'sine', root: 349, steps: [0, 2, 7, 9] },
  pictures: {
    wild: picture('lotus', 345, 60, { fixed: true }),
    scatter: picture('moon', 230, 60),
    top: picture('koi', 35, 20),
    high1: picture('fish-0', 20, 60),
    high2: picture('turtle', 150, 60),
    high3: picture('fish-3', 255, 45),
    low1: picture('flower-8-pointed', 340, 20),
    low2: picture('flower-5-heart', 20, 60),
    low3: picture('flower-6-round', 265, 60),
    low4: picture('flower-10-pointed', 75, 30),
    low5: picture('flower-5-round', 310, 60),
    ...specials(picture('wheel', 150, 30)),
  },
  scene: sceneOf('koi'),
};
