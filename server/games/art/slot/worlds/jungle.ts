import { eye } from '../../emblem-garden.ts';
import { turtle } from '../../emblem-hunt.ts';
import { gem } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { scarab } from '../../emblem-things.ts';
import { path, poly, times } from '../../shapes.ts';
import { flower, leaf } from '../pictures/growing.ts';
import { along, halo, ridge, sky } from '../pictures/scene.ts';
import { totem } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** Masks and eyes between the leaves. */
export const world: World = {
  metal: 'bronze',
  frame: 'jade',
  motif: 'lattice',
  sway: 20,
  voice: { wave: 'triangle', root: 262, steps: [0, 3, 7, 8] },
  pictures: {
    wild: picture(eye, 75, 60),
    scatter: picture(gem, 150, 60, { fixed: true }),
    top: picture(totem, 20, 165, { metal: 'gold' }),
    high1: picture(scarab, 150, 25, { metal: 'gold' }),
    high2: picture(turtle, 165, 60),
    high3: picture(flower(6, 'pointed'), 20, 60),
    low1: picture(leaf('split'), 150, 60),
    low2: picture(leaf('palm'), 165, 60),
    low3: picture(leaf('clover'), 140, 60),
    low4: picture(leaf('oak'), 60, 60),
    low5: picture(leaf('fern'), 185, 60),
    ...specials(picture(wheel, 140, 30)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.46, 0.11, 150), ink(0.34, 0.1, 155), ink(0.16, 0.06, 160)) +
      halo(500, 130, 90, ink(0.93, 0.12, 110), 0.2) +
      times(5, (index) =>
        poly(
          [
            [440 + index * 30, 60],
            [480 + index * 20, 60],
            [140 + index * 210, 700],
            [20 + index * 210, 700],
          ],
          ink(0.9, 0.12, 110),
          'opacity=".07"',
        ),
      ) +
      ridge(paint, 430, 170, ink(0.3, 0.09, 152)) +
      along(
        [[500, 520, 1.3]],
        path('M-160 0V-34H-130V-68H-100V-102H-70V-136H-40V-176H40V-136H70V-102H100V-68H130V-34H160V0Z', ink(0.36, 0.04, 130)) +
          path('M-14 0V-130H14V0Z', ink(0.24, 0.03, 130)) +
          path('M-12 -140H12V-166H-12Z', ink(0.14, 0.03, 130)),
      ) +
      ridge(paint, 570, 110, ink(0.23, 0.07, 155)) +
      along(
        [
          [180, 700, 1.7],
          [330, 720, 1.1],
          [690, 720, 1.2],
          [840, 700, 1.8],
          [1000, 700, 1.6],
          [20, 700, 1.7],
        ],
        times(9, (index) =>
          path(
            'M0 0Q-26 -80 0 -170Q26 -80 0 0Z',
            index % 2 ? ink(0.36, 0.12, 148) : ink(0.28, 0.1, 155),
            `transform="rotate(${(index - 4) * 20})"`,
          ),
        ),
      ) +
      along(
        [
          [210, -10, 1.5],
          [780, -10, 1.6],
          [20, -20, 1.4],
          [960, -20, 1.4],
        ],
        times(7, (index) =>
          path(
            'M0 0Q-22 80 0 160Q22 80 0 0Z',
            index % 2 ? ink(0.26, 0.09, 150) : ink(0.2, 0.08, 158),
            `transform="rotate(${(index - 3) * 22})"`,
          ),
        ),
      )
    );
  },
};
