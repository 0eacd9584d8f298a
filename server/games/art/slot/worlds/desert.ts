import { eye } from '../../emblem-garden.ts';
import { pyramid } from '../../emblem-land.ts';
import { sun } from '../../emblem-lore.ts';
import { crown } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { chest, scarab } from '../../emblem-things.ts';
import { path, poly, times } from '../../shapes.ts';
import { along, halo, ridge, sky } from '../pictures/scene.ts';
import { SIGNS, tablet } from '../pictures/stones.ts';
import { picture, specials, type World } from './world.ts';

/** Sand, stone and old signs. */
export const world: World = {
  metal: 'gold',
  frame: 'stone',
  motif: 'deco',
  sway: 16,
  voice: { wave: 'triangle', root: 294, steps: [0, 1, 5, 8, 12] },
  pictures: {
    wild: picture(eye, 190, 60),
    scatter: picture(pyramid, 60, 30),
    top: picture(scarab, 195, 255),
    high1: picture(crown, 190, 20),
    high2: picture(sun, 40, 20),
    high3: picture(chest, 150, 20),
    low1: picture(tablet(SIGNS.ankh), 195, 60, { metal: 'bronze' }),
    low2: picture(tablet(SIGNS.eye, 'round'), 255, 60, { metal: 'bronze' }),
    low3: picture(tablet(SIGNS.bird, 'shield'), 25, 60, { metal: 'bronze' }),
    low4: picture(tablet(SIGNS.snake), 150, 60, { metal: 'bronze' }),
    low5: picture(tablet(SIGNS.water, 'round'), 225, 60, { metal: 'bronze' }),
    ...specials(picture(wheel, 190, 60)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.42, 0.11, 40), ink(0.7, 0.14, 62), ink(0.88, 0.1, 85)) +
      halo(620, 180, 62, ink(0.96, 0.08, 95)) +
      along(
        [
          [330, 500, 1.4],
          [720, 490, 1],
          [140, 480, 0.8],
        ],
        poly(
          [
            [0, -220],
            [170, 0],
            [40, 0],
          ],
          ink(0.46, 0.09, 55),
        ) +
          poly(
            [
              [0, -220],
              [40, 0],
              [-170, 0],
            ],
            ink(0.7, 0.11, 68),
          ) +
          times(6, (index) =>
            path(
              `M${-140 + index * 24} ${-36 - index * 32}L${32 - index * 5} ${-36 - index * 32}`,
              'none',
              'stroke="#000" stroke-opacity=".12" stroke-width="3"',
            ),
          ),
      ) +
      ridge(paint, 520, 60, ink(0.62, 0.11, 62), false, 190) +
      ridge(paint, 600, 80, ink(0.5, 0.1, 55), false, 240) +
      along(
        [
          [180, 640, 1.2],
          [850, 620, 1],
          [690, 680, 1.4],
        ],
        path('M-7 0Q-2 -70 4 -120L12 -118Q8 -60 10 0Z', ink(0.3, 0.07, 50)) +
          times(7, (index) =>
            path('M0 0Q40 -26 74 10Q36 -4 0 6Z', ink(0.36, 0.09, 140), `transform="translate(8 -120) rotate(${index * 52 - 160})"`),
          ),
      ) +
      ridge(paint, 680, 60, ink(0.36, 0.08, 48), false, 260)
    );
  },
};
