import { fruit } from '../../emblem-garden.ts';
import { sun } from '../../emblem-lore.ts';
import { shell } from '../../emblem-sea.ts';
import { wheel } from '../../emblem-tables.ts';
import { path, times } from '../../shapes.ts';
import { cherry, coconut, grapes, lemon, melon, orange, pineapple, plum } from '../pictures/growing.ts';
import { along, halo, ridge, sky, waves } from '../pictures/scene.ts';
import { picture, specials, type World } from './world.ts';

/** A market stall on the beach. */
export const world: World = {
  metal: 'gold',
  frame: 'wood',
  motif: 'rays',
  sway: 20,
  voice: { wave: 'square', root: 440, steps: [0, 4, 7, 9, 12] },
  pictures: {
    wild: picture(sun, 200, 30),
    scatter: picture(shell, 345, 60),
    top: picture(pineapple, 75, 60, { fixed: true }),
    high1: picture(melon, 18, 60, { fixed: true }),
    high2: picture(coconut, 80, 60, { fixed: true }),
    high3: picture(fruit, 40, 140),
    low1: picture(grapes, 305, 60, { fixed: true }),
    low2: picture(orange, 55, 60, { fixed: true }),
    low3: picture(plum, 325, 60, { fixed: true }),
    low4: picture(lemon, 98, 60, { fixed: true }),
    low5: picture(cherry, 20, 60, { fixed: true }),
    ...specials(picture(wheel, 30, 140)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.62, 0.13, 235), ink(0.8, 0.1, 205), ink(0.92, 0.07, 95)) +
      halo(360, 140, 54, ink(0.96, 0.1, 98)) +
      ridge(paint, 400, 90, ink(0.5, 0.11, 165)) +
      waves(400, [ink(0.64, 0.12, 215), ink(0.56, 0.12, 220), ink(0.5, 0.12, 222)]) +
      path('M0 560Q500 500 1000 570V700H0Z', ink(0.84, 0.09, 82)) +
      path('M0 620Q500 570 1000 640V700H0Z', ink(0.74, 0.1, 72)) +
      along(
        [
          [270, 600, 1.3],
          [790, 610, 1.5],
          [60, 620, 1.5],
        ],
        path('M-9 0Q-30 -120 20 -240L34 -236Q0 -120 14 0Z', ink(0.42, 0.08, 55)) +
          times(8, (index) =>
            path(
              'M0 0Q60 -50 130 6Q60 -14 0 10Z',
              index % 2 ? ink(0.46, 0.13, 150) : ink(0.58, 0.15, 145),
              `transform="translate(26 -238) rotate(${index * 45 - 170})"`,
            ),
          ),
      )
    );
  },
};
