import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Sand, stone and old signs. */
export const world: World = {
  metal: 'gold',
  frame: 'stone',
  motif: 'deco',
  sway: 16,
  voice: { wave: 'triangle', root: 294, steps: [0, 1, 5, 8, 12] },
  pictures: {
    wild: picture('eye', 190, 60),
    scatter: picture('pyramid', 60, 30),
    top: picture('scarab', 195, 255),
    high1: picture('crown', 190, 20),
    high2: picture('sun', 40, 20),
    high3: picture('chest', 150, 20),
    low1: picture('tablet-ankh', 195, 60, { metal: 'bronze' }),
    low2: picture('tablet-eye', 255, 60, { metal: 'bronze' }),
    low3: picture('tablet-bird', 25, 60, { metal: 'bronze' }),
    low4: picture('tablet-snake', 150, 60, { metal: 'bronze' }),
    low5: picture('tablet-water', 225, 60, { metal: 'bronze' }),
    ...specials(picture('wheel', 190, 60)),
  },
  scene: sceneOf('desert'),
};
