import { eye, lantern } from '../../emblem-garden.ts';
import { flame, moon } from '../../emblem-lore.ts';
import { wheel } from '../../emblem-tables.ts';
import { envelope } from '../../emblem-things.ts';
import { disc, path } from '../../shapes.ts';
import { along, halo, ridge, sky, stars, waves } from '../pictures/scene.ts';
import { fan, royal } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** A night of lanterns over the river. */
export const world: World = {
  metal: 'gold',
  frame: 'lacquer',
  motif: 'rays',
  sway: 14,
  voice: { wave: 'sine', root: 392, steps: [0, 5, 9, 12] },
  pictures: {
    wild: picture(lantern, 30, 24, { fixed: true }),
    scatter: picture(moon, 265, 60),
    top: picture(eye, 40, 18),
    high1: picture(envelope, 50, 22, { fixed: true }),
    high2: picture(fan, 20, 340),
    high3: picture(flame, 40, 30),
    low1: picture(royal('A'), 22, 60),
    low2: picture(royal('K'), 300, 60),
    low3: picture(royal('Q'), 160, 60),
    low4: picture(royal('J'), 250, 60),
    low5: picture(royal('T'), 70, 60),
    ...specials(picture(wheel, 10, 70)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.16, 0.07, 300), ink(0.27, 0.12, 345), ink(0.42, 0.15, 25)) +
      stars(paint, 70) +
      halo(360, 150, 58, ink(0.93, 0.07, 90)) +
      ridge(paint, 560, 150, ink(0.2, 0.08, 330)) +
      along(
        [
          [280, 250, 0.9],
          [480, 120, 0.6],
          [690, 210, 1],
          [590, 330, 0.55],
          [380, 400, 0.7],
          [140, 170, 0.8],
          [860, 340, 0.9],
          [760, 90, 0.5],
        ],
        disc(0, 0, 66, ink(0.8, 0.15, 60), 'opacity=".16"') +
          path('M-30 -34H30L38 10Q34 40 0 42Q-34 40 -38 10Z', ink(0.62, 0.2, 30)) +
          path('M-14 -34H14L16 42H-16Z', ink(0.82, 0.16, 70), 'opacity=".7"') +
          path('M-16 42H16V50H-16Z', ink(0.35, 0.1, 30)),
      ) +
      along(
        [
          [150, 640, 1],
          [500, 650, 1.2],
          [850, 640, 1],
        ],
        path('M-130 0V-60H-150L-110 -96H110L150 -60H130V0ZM-70 -96V-130H-90L-60 -160H60L90 -130H70V-96Z', ink(0.12, 0.05, 330)),
      ) +
      waves(650, [ink(0.14, 0.05, 320)])
    );
  },
};
