import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** A harbour at dusk: the lighthouse, ships and signal flags. */
export const world: World = {
  metal: 'gold',
  frame: 'wood',
  motif: 'waves',
  sway: 16,
  voice: { wave: 'triangle', root: 330, steps: [0, 4, 7, 12] },
  pictures: {
    wild: picture('ship', 205, 24),
    scatter: picture('wave', 205, 40),
    top: picture('lighthouse', 210, 22, { fixed: true }),
    high1: picture('helm', 20, 40),
    high2: picture('compass', 215, 22),
    high3: picture('anchor', 28, 200),
    low1: picture('coin', 60, 30),
    low2: picture('flag-0', 22, 90),
    low3: picture('flag-1', 85, 255),
    low4: picture('flag-3', 255, 60),
    low5: picture('flag-2', 150, 90),
    ...specials(picture('wheel', 30, 240)),
  },
  scene: sceneOf('harbour'),
};
