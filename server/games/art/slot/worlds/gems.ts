import { coin, crown, gem } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { poly } from '../../shapes.ts';
import { along, beams, halo, sky, stars } from '../pictures/scene.ts';
import { hexagon, kite, marquise, octagon, pear, step, triangle } from '../pictures/stones.ts';
import { star7 } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** A hall of cut stones and pale light. */
export const world: World = {
  metal: 'gold',
  frame: 'gold',
  motif: 'lattice',
  sway: 60,
  voice: { wave: 'sine', root: 523, steps: [0, 4, 7, 11, 14] },
  pictures: {
    wild: picture(star7, 70, 30, { fixed: true }),
    scatter: picture(coin, 60, 30),
    top: picture(crown, 350, 200),
    high1: picture(octagon, 18, 60, { fixed: true }),
    high2: picture(step, 152, 60, { fixed: true }),
    high3: picture(gem, 262, 60, { fixed: true }),
    low1: picture(triangle, 75, 60, { fixed: true }),
    low2: picture(pear, 310, 60, { fixed: true }),
    low3: picture(hexagon, 195, 60, { fixed: true }),
    low4: picture(kite, 345, 60, { fixed: true }),
    low5: picture(marquise, 45, 60, { fixed: true }),
    ...specials(picture(wheel, 300, 60)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.2, 0.1, 285), ink(0.36, 0.15, 300), ink(0.16, 0.07, 275)) +
      beams(500, 250, ink(0.9, 0.08, 310), 18) +
      halo(500, 250, 70, ink(0.85, 0.1, 310), 0.2) +
      along(
        [
          [120, 700, 1.5],
          [300, 720, 1],
          [705, 715, 1.05],
          [890, 700, 1.6],
          [420, 740, 0.7],
          [600, 740, 0.75],
        ],
        poly(
          [
            [0, -300],
            [50, -220],
            [34, 0],
            [0, 0],
          ],
          ink(0.46, 0.15, 300),
        ) +
          poly(
            [
              [0, -300],
              [-50, -220],
              [-34, 0],
              [0, 0],
            ],
            ink(0.66, 0.14, 315),
          ) +
          poly(
            [
              [-50, -170],
              [-90, -110],
              [-60, 0],
              [-20, 0],
            ],
            ink(0.52, 0.15, 290),
          ) +
          poly(
            [
              [60, -140],
              [92, -90],
              [66, 0],
              [26, 0],
            ],
            ink(0.34, 0.13, 285),
          ),
      ) +
      stars(paint, 50, 600)
    );
  },
};
