import { coin, gem } from '../../emblem-stones.ts';
import { dice, seven } from '../../emblem-tables.ts';
import { disc, path, times } from '../../shapes.ts';
import { cherry, grapes, lemon, melon, orange } from '../pictures/growing.ts';
import { beams, sky } from '../pictures/scene.ts';
import { bar, bell, star7 } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** The old machine: sevens, bells and bars. */
export const world: World = {
  metal: 'gold',
  frame: 'silver',
  motif: 'rays',
  sway: 26,
  voice: { wave: 'square', root: 523, steps: [0, 4, 7, 12] },
  pictures: {
    wild: picture(gem, 195, 60, { fixed: true }),
    scatter: picture(coin, 60, 30),
    top: picture(seven, 40, 22, { fixed: true }),
    high1: picture(bell, 60, 22, { fixed: true }),
    high2: picture(bar, 255, 60, { fixed: true }),
    high3: picture(star7, 75, 60, { fixed: true }),
    low1: picture(melon, 18, 60, { fixed: true }),
    low2: picture(grapes, 305, 60, { fixed: true }),
    low3: picture(orange, 55, 60, { fixed: true }),
    low4: picture(lemon, 98, 60, { fixed: true }),
    low5: picture(cherry, 20, 60, { fixed: true }),
    ...specials(picture(dice, 20, 255)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.22, 0.1, 350), ink(0.4, 0.18, 20), ink(0.2, 0.09, 10)) +
      beams(500, 300, ink(0.86, 0.14, 60), 24) +
      times(5, (ring) =>
        times(26, (index) =>
          disc(
            500 + (230 + ring * 62) * Math.cos((index + ring / 2) * 0.2417),
            300 + (230 + ring * 62) * Math.sin((index + ring / 2) * 0.2417),
            7,
            index % 2 ? ink(0.95, 0.08, 90) : ink(0.7, 0.19, 40),
            `opacity="${(0.85 - ring * 0.14).toFixed(2)}"`,
          ),
        ),
      ) +
      path('M0 640H1000V700H0Z', ink(0.16, 0.07, 10)) +
      times(20, (index) => disc(25 + index * 50, 640, 9, ink(0.93, 0.1, 88)))
    );
  },
};
