import { lotus } from '../../emblem-garden.ts';
import { turtle } from '../../emblem-hunt.ts';
import { moon } from '../../emblem-lore.ts';
import { koi } from '../../emblem-sea.ts';
import { wheel } from '../../emblem-tables.ts';
import { oval, path, times } from '../../shapes.ts';
import { fish, flower } from '../pictures/growing.ts';
import { along, halo, ridge, sky } from '../pictures/scene.ts';
import { picture, specials, type World } from './world.ts';

/** A quiet garden pond. */
export const world: World = {
  metal: 'gold',
  frame: 'jade',
  motif: 'lattice',
  sway: 22,
  voice: { wave: 'sine', root: 349, steps: [0, 2, 7, 9] },
  pictures: {
    wild: picture(lotus, 345, 60, { fixed: true }),
    scatter: picture(moon, 230, 60),
    top: picture(koi, 35, 20),
    high1: picture(fish(0), 20, 60),
    high2: picture(turtle, 150, 60),
    high3: picture(fish(3), 255, 45),
    low1: picture(flower(8, 'pointed'), 340, 20),
    low2: picture(flower(5, 'heart'), 20, 60),
    low3: picture(flower(6, 'round'), 265, 60),
    low4: picture(flower(10, 'pointed'), 75, 30),
    low5: picture(flower(5, 'round'), 310, 60),
    ...specials(picture(wheel, 150, 30)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.28, 0.08, 205), ink(0.4, 0.1, 180), ink(0.2, 0.07, 190)) +
      halo(680, 120, 46, ink(0.94, 0.05, 100)) +
      ridge(paint, 330, 130, ink(0.3, 0.07, 175)) +
      path('M330 350Q500 240 670 350V330Q500 210 330 330Z', ink(0.45, 0.16, 25)) +
      times(9, (index) =>
        path('M0 0V-26H7V0Z', ink(0.38, 0.14, 25), `transform="translate(${350 + index * 36} ${340 - Math.sin((index + 1) / 3.2) * 62})"`),
      ) +
      path('M0 360H1000V700H0Z', ink(0.27, 0.08, 195)) +
      times(9, (row) => oval(500, 380 + row * 40, 420 - row * 10, 5, ink(0.6, 0.09, 190), 'opacity=".22"')) +
      along(
        [
          [250, 470, 1.1],
          [740, 440, 1],
          [350, 610, 1.5],
          [640, 640, 1.7],
          [860, 590, 1.4],
          [120, 620, 1.3],
        ],
        path('M0 0L52 -10A54 22 0 1 1 40 -16Z', ink(0.45, 0.12, 155)) +
          path(
            'M-20 -18Q-26 -44 -10 -56Q-2 -44 -4 -20ZM-6 -18Q-2 -52 16 -50Q18 -34 4 -18ZM-30 -18Q-50 -36 -44 -44Q-26 -42 -16 -18Z',
            ink(0.78, 0.13, 350),
          ),
      )
    );
  },
};
