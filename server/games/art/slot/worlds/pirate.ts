import { swords } from '../../emblem-contest.ts';
import { compass, helm, ship } from '../../emblem-harbour.ts';
import { cannon } from '../../emblem-hunt.ts';
import { coin } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { chest } from '../../emblem-things.ts';
import { path } from '../../shapes.ts';
import { along, halo, sky, stars, waves } from '../pictures/scene.ts';
import { barrel, bottle, map, skull } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** A night at sea and a chest ashore. */
export const world: World = {
  metal: 'gold',
  frame: 'wood',
  motif: 'waves',
  sway: 18,
  voice: { wave: 'sawtooth', root: 247, steps: [0, 3, 5, 10, 12] },
  pictures: {
    wild: picture(skull, 18, 60, { fixed: true }),
    scatter: picture(compass, 200, 22),
    top: picture(chest, 195, 20),
    high1: picture(ship, 210, 20),
    high2: picture(swords, 25, 255),
    high3: picture(cannon, 40, 20),
    low1: picture(map, 22, 60, { fixed: true }),
    low2: picture(bottle, 150, 60),
    low3: picture(helm, 200, 60),
    low4: picture(barrel, 40, 60),
    low5: picture(coin, 60, 30),
    ...specials(picture(wheel, 25, 60)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.17, 0.05, 250), ink(0.32, 0.09, 220), ink(0.5, 0.1, 185)) +
      stars(paint, 80, 340) +
      halo(370, 190, 64, ink(0.94, 0.05, 100)) +
      path(
        'M0 440Q60 330 150 350Q190 260 260 400L300 460H0ZM1000 450Q940 300 850 340Q790 240 730 420L690 470H1000Z',
        ink(0.17, 0.05, 225),
      ) +
      waves(450, [ink(0.4, 0.09, 200), ink(0.33, 0.09, 208), ink(0.26, 0.08, 214), ink(0.2, 0.06, 220)]) +
      along(
        [[610, 500, 1.6]],
        path('M-96 -10H100L76 34H-72ZM-6 -14V-170H4V-14ZM-60 -16V-120H-52V-16ZM50 -16V-130H58V-16Z', ink(0.12, 0.03, 225)) +
          path(
            'M6 -164Q62 -130 50 -70Q30 -80 6 -74ZM-50 -114Q-14 -92 -22 -46Q-38 -52 -50 -50ZM60 -124Q98 -96 88 -52Q72 -58 60 -56Z',
            ink(0.26, 0.05, 225),
          ) +
          path('M4 -170L34 -180L4 -190Z', ink(0.5, 0.18, 25)),
      ) +
      path('M0 700V620Q260 560 520 650T1000 640V700Z', ink(0.34, 0.06, 75))
    );
  },
};
