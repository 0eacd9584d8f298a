import { fruit } from '../../emblem-garden.ts';
import { sun } from '../../emblem-lore.ts';
import { crown, gem } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { disc, path, times } from '../../shapes.ts';
import { cherry, flower } from '../pictures/growing.ts';
import { along, beams, ridge, sky } from '../pictures/scene.ts';
import { sweet } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** A confectioner’s window. */
export const world: World = {
  metal: 'rose',
  frame: 'candy',
  motif: 'rays',
  sway: 40,
  voice: { wave: 'square', root: 659, steps: [0, 4, 7, 12, 16] },
  pictures: {
    wild: picture(crown, 345, 60),
    scatter: picture(sun, 200, 345),
    top: picture(sweet(1), 345, 60),
    high1: picture(sweet(3), 50, 345),
    high2: picture(sweet(0), 200, 60),
    high3: picture(fruit, 20, 140),
    low1: picture(sweet(4), 18, 60, { fixed: true }),
    low2: picture(sweet(2), 150, 60, { fixed: true }),
    low3: picture(flower(5, 'heart'), 300, 60),
    low4: picture(gem, 195, 60, { fixed: true }),
    low5: picture(cherry, 10, 60, { fixed: true }),
    ...specials(picture(wheel, 345, 200)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.72, 0.12, 345), ink(0.84, 0.08, 330), ink(0.92, 0.06, 60)) +
      beams(500, 260, '#fff', 14) +
      ridge(paint, 470, 140, ink(0.8, 0.1, 310)) +
      along(
        [
          [230, 540, 1.3],
          [780, 540, 1.5],
          [640, 560, 0.8],
        ],
        path('M-7 0V-130H7V0Z', '#fff') +
          disc(0, -160, 52, ink(0.68, 0.18, 355)) +
          path(
            'M0 -160q12 -9 19 3q2 25 -22 23q-33 -7 -25 -36q18 -31 52 -13q29 25 8 59',
            'none',
            'stroke="#fff" stroke-width="9" stroke-linecap="round"',
          ),
      ) +
      ridge(paint, 560, 90, ink(0.72, 0.12, 350)) +
      path(`M0 610${'q25 40 50 0'.repeat(20)}V700H0Z`, ink(0.96, 0.03, 80)) +
      path(`M0 640${'q25 30 50 0'.repeat(20)}V700H0Z`, ink(0.6, 0.12, 50)) +
      times(40, (index) =>
        disc(
          paint.random() * 1000,
          590 + paint.random() * 100,
          4,
          [ink(0.7, 0.18, 25), ink(0.8, 0.15, 90), ink(0.75, 0.13, 200)][index % 3] ?? '#fff',
        ),
      )
    );
  },
};
