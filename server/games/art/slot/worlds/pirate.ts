import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A night at sea and a chest ashore. */
export const world: World = {
  metal: 'gold',
  frame: 'wood',
  motif: 'waves',
  sway: 18,
  voice: { wave: 'sawtooth', root: 247, steps: [0, 3, 5, 10, 12] },
  pictures: {
    wild: picture('skull', 18, 60, { fixed: true }),
    scatter: picture('compass', 200, 22),
    top: picture('chest', 195, 20),
    high1: picture('ship', 210, 20),
    high2: picture('swords', 25, 255),
    high3: picture('cannon', 40, 20),
    low1: picture('map', 22, 60, { fixed: true }),
    low2: picture('bottle', 150, 60),
    low3: picture('helm', 200, 60),
    low4: picture('barrel', 40, 60),
    low5: picture('coin', 60, 30),
    ...specials(picture('wheel', 25, 60)),
  },
  scene: sceneOf('pirate'),
};
