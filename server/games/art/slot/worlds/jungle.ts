import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Masks and eyes between the leaves. */
export const world: World = {
  metal: 'bronze',
  frame: 'jade',
  motif: 'lattice',
  sway: 20,
  voice: { wave: 'triangle', root: 262, steps: [0, 3, 7, 8] },
  pictures: {
    wild: picture('eye', 75, 60),
    scatter: picture('gem', 150, 60, { fixed: true }),
    top: picture('totem', 20, 165, { metal: 'gold' }),
    high1: picture('scarab', 150, 25, { metal: 'gold' }),
    high2: picture('turtle', 165, 60),
    high3: picture('flower-6-pointed', 20, 60),
    low1: picture('leaf-split', 150, 60),
    low2: picture('leaf-palm', 165, 60),
    low3: picture('leaf-clover', 140, 60),
    low4: picture('leaf-oak', 60, 60),
    low5: picture('leaf-fern', 185, 60),
    ...specials(picture('wheel', 140, 30)),
  },
  scene: sceneOf('jungle'),
};
