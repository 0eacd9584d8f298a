import { jelly, shark, turtle } from '../../emblem-hunt.ts';
import { kraken, shell, whale } from '../../emblem-sea.ts';
import { wheel } from '../../emblem-tables.ts';
import { disc, path, poly, times } from '../../shapes.ts';
import { fish } from '../pictures/growing.ts';
import { along, bubbles, ridge, sky } from '../pictures/scene.ts';
import { starfish } from '../pictures/stones.ts';
import { picture, specials, type World } from './world.ts';

/** Under water: big animals and small ones. */
export const world: World = {
  metal: 'silver',
  frame: 'coral',
  motif: 'waves',
  sway: 24,
  voice: { wave: 'sine', root: 311, steps: [0, 5, 7, 12] },
  pictures: {
    wild: picture(kraken, 310, 60),
    scatter: picture(shell, 345, 60),
    top: picture(whale, 235, 60),
    high1: picture(shark, 215, 60),
    high2: picture(jelly, 300, 60),
    high3: picture(turtle, 155, 60),
    low1: picture(fish(1), 50, 20),
    low2: picture(fish(3), 20, 60),
    low3: picture(starfish, 35, 60),
    low4: picture(fish(2), 195, 300),
    low5: picture(fish(4), 300, 80),
    ...specials(picture(wheel, 200, 20)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.55, 0.11, 205), ink(0.34, 0.1, 230), ink(0.16, 0.06, 255)) +
      times(6, (index) =>
        poly(
          [
            [300 + index * 70, 0],
            [350 + index * 70, 0],
            [60 + index * 190, 700],
            [-60 + index * 190, 700],
          ],
          '#fff',
          'opacity=".05"',
        ),
      ) +
      bubbles(paint, 40) +
      ridge(paint, 560, 150, ink(0.24, 0.07, 240)) +
      along(
        [
          [220, 660, 1.3],
          [330, 690, 0.8],
          [690, 680, 1],
          [810, 660, 1.4],
          [60, 670, 1.2],
          [950, 680, 1.1],
        ],
        times(
          7,
          (index) =>
            path(
              'M-6 0Q-14 -60 0 -120Q14 -60 6 0Z',
              index % 2 ? ink(0.6, 0.17, 10) : ink(0.55, 0.16, 345),
              `transform="rotate(${(index - 3) * 24})"`,
            ) +
            disc(
              Math.sin(((index - 3) * 24 * Math.PI) / 180) * 118,
              -Math.cos(((index - 3) * 24 * Math.PI) / 180) * 118,
              9,
              ink(0.78, 0.12, 20),
            ),
        ),
      ) +
      along(
        [
          [430, 700, 1],
          [590, 710, 1.2],
          [130, 700, 1.1],
          [880, 705, 1],
        ],
        path('M0 0Q-30 -60 0 -110T0 -220Q20 -160 12 -110T12 0ZM30 0Q10 -50 34 -90T34 -160Q50 -100 44 -70T44 0Z', ink(0.36, 0.1, 160)),
      ) +
      ridge(paint, 690, 40, ink(0.3, 0.06, 230))
    );
  },
};
