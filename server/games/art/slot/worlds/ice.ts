import { picture, specials } from '../picture.ts';
import { sceneOf } from '../scene.ts';
import type { World } from './world.ts';

/** Ice, a far peak and northern light. */
export const world: World = {
  metal: 'silver',
  frame: 'ice',
  motif: 'hexagons',
  sway: 26,
  voice: { wave: 'sine', root: 659, steps: [0, 4, 7, 11] },
  pictures: {
    wild: picture('crystal', 200, 60),
    scatter: picture('moon', 225, 60),
    top: picture('mountain', 225, 60),
    high1: picture('crown', 215, 350),
    high2: picture('feather', 195, 270),
    high3: picture('icicles', 195, 60),
    low1: picture('snowflake-0', 215, 60),
    low2: picture('snowflake-1', 190, 60),
    low3: picture('snowflake-2', 285, 60),
    low4: picture('snowflake-3', 165, 60),
    low5: picture('gem', 245, 60),
    ...specials(picture('wheel', 215, 300)),
  },
  scene: sceneOf('ice'),
};
