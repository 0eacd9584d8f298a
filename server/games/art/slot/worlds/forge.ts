import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Iron, fire and runes. */
export const world: World = {
  metal: 'bronze',
  frame: 'iron',
  motif: 'hexagons',
  sway: 16,
  voice: { wave: 'sawtooth', root: 196, steps: [0, 3, 7, 10] },
  pictures: {
    wild: picture('flame', 60, 30, { fixed: true }),
    scatter: picture('eye', 30, 20),
    top: picture('hammer', 25, 40, { metal: 'gold' }),
    high1: picture('shield', 245, 20),
    high2: picture('swords', 20, 240, { metal: 'silver' }),
    high3: picture('crown', 20, 200, { metal: 'gold' }),
    low1: picture('tablet-rune1', 30, 60, { metal: 'silver' }),
    low2: picture('tablet-rune2', 245, 60, { metal: 'silver' }),
    low3: picture('tablet-rune3', 150, 60, { metal: 'silver' }),
    low4: picture('tablet-rune4', 75, 60, { metal: 'silver' }),
    low5: picture('tablet-rune5', 310, 60, { metal: 'silver' }),
    ...specials(picture('wheel', 25, 245)),
  },
  scene: sceneOf('forge'),
};
