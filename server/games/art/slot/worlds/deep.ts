import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Under water: big animals and small ones. */
export const world: World = {
  metal: 'silver',
  frame: 'coral',
  motif: 'waves',
  sway: 24,
  voice: { wave: 'sine', root: 311, steps: [0, 5, 7, 12] },
  pictures: {
    wild: picture('kraken', 310, 60),
    scatter: picture('shell', 345, 60),
    top: picture('whale', 235, 60),
    high1: picture('shark', 215, 60),
    high2: picture('jelly', 300, 60),
    high3: picture('turtle', 155, 60),
    low1: picture('fish-1', 50, 20),
    low2: picture('fish-3', 20, 60),
    low3: picture('starfish', 35, 60),
    low4: picture('fish-2', 195, 300),
    low5: picture('fish-4', 300, 80),
    ...specials(picture('wheel', 200, 20)),
  },
  scene: sceneOf('deep'),
};
