import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A night of lanterns over the river. */
export const world: World = {
  metal: 'gold',
  frame: 'lacquer',
  motif: 'rays',
  sway: 14,
  voice: { wave: 'sine', root: 392, steps: [0, 5, 9, 12] },
  pictures: {
    wild: picture('lantern', 30, 24, { fixed: true }),
    scatter: picture('moon', 265, 60),
    top: picture('eye', 40, 18),
    high1: picture('envelope', 50, 22, { fixed: true }),
    high2: picture('fan', 20, 340),
    high3: picture('flame', 40, 30),
    low1: picture('royal-a', 22, 60),
    low2: picture('royal-k', 300, 60),
    low3: picture('royal-q', 160, 60),
    low4: picture('royal-j', 250, 60),
    low5: picture('royal-t', 70, 60),
    ...specials(picture('wheel', 10, 70)),
  },
  scene: sceneOf('festival'),
};
