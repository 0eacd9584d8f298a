import { moon } from '../../emblem-lore.ts';
import { crown } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { envelope, feather } from '../../emblem-things.ts';
import { path, times } from '../../shapes.ts';
import { potion } from '../pictures/growing.ts';
import { along, halo, ridge, sky, stars } from '../pictures/scene.ts';
import { castle, key } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** A castle, keys and bottled wishes. */
export const world: World = {
  metal: 'rose',
  frame: 'gold',
  motif: 'deco',
  sway: 30,
  voice: { wave: 'sine', root: 415, steps: [0, 4, 8, 11, 16] },
  pictures: {
    wild: picture(key, 330, 60),
    scatter: picture(moon, 290, 60),
    top: picture(castle, 285, 340),
    high1: picture(crown, 345, 160),
    high2: picture(feather, 200, 320),
    high3: picture(envelope, 20, 340),
    low1: picture(potion(0), 345, 60, { fixed: true }),
    low2: picture(potion(1), 200, 60, { fixed: true }),
    low3: picture(potion(2), 150, 60, { fixed: true }),
    low4: picture(potion(3), 290, 60, { fixed: true }),
    low5: picture(potion(4), 65, 60, { fixed: true }),
    ...specials(picture(wheel, 320, 60)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.26, 0.11, 290), ink(0.46, 0.13, 325), ink(0.76, 0.1, 20)) +
      stars(paint, 60, 320) +
      halo(660, 170, 50, ink(0.95, 0.05, 95)) +
      ridge(paint, 470, 150, ink(0.42, 0.1, 310)) +
      along(
        [[370, 500, 1.3]],
        path('M-110 0V-110H-96V-150L-78 -196L-60 -150V-90H-30V-190L0 -262L30 -190V-90H60V-170L80 -226L100 -170V0Z', ink(0.24, 0.09, 300)) +
          times(5, (index) =>
            path('M0 0V-14Q5 -20 10 -14V0Z', ink(0.88, 0.13, 85), `transform="translate(${-84 + index * 40} ${-60 - (index % 2) * 50})"`),
          ),
      ) +
      ridge(paint, 560, 90, ink(0.3, 0.1, 300)) +
      along(
        [
          [150, 640, 1.2],
          [250, 660, 0.8],
          [720, 650, 1.3],
          [840, 640, 1],
          [930, 660, 1.4],
          [600, 670, 0.7],
        ],
        path('M0 -170L46 -90H26L58 -30H-58L-26 -90H-46ZM-7 0V-32H7V0Z', ink(0.2, 0.07, 290)),
      ) +
      ridge(paint, 680, 50, ink(0.16, 0.06, 290))
    );
  },
};
