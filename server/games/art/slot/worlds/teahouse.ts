import { lotus, pagoda } from '../../emblem-garden.ts';
import { cards, wheel } from '../../emblem-tables.ts';
import { envelope } from '../../emblem-things.ts';
import { disc, path, times } from '../../shapes.ts';
import { along, halo, mist, ridge, sky } from '../pictures/scene.ts';
import { fan, teapot, tile } from '../pictures/things.ts';
import { picture, specials, type World } from './world.ts';

/** Tea, tiles and paper. */
export const world: World = {
  metal: 'gold',
  frame: 'lacquer',
  motif: 'lattice',
  sway: 22,
  voice: { wave: 'triangle', root: 370, steps: [0, 2, 4, 9, 12] },
  pictures: {
    wild: picture(teapot, 170, 345),
    scatter: picture(lotus, 345, 60, { fixed: true }),
    top: picture(pagoda, 30, 20),
    high1: picture(fan, 20, 60),
    high2: picture(cards, 250, 20),
    high3: picture(envelope, 60, 24, { fixed: true }),
    low1: picture(tile('sparrow'), 165, 30, { fixed: true }),
    low2: picture(tile('blossom'), 350, 60, { fixed: true }),
    low3: picture(tile('bamboo'), 150, 60, { fixed: true }),
    low4: picture(tile('dots'), 250, 25, { fixed: true }),
    low5: picture(tile('wind'), 25, 60, { fixed: true }),
    ...specials(picture(wheel, 20, 150)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.5, 0.09, 30), ink(0.74, 0.08, 55), ink(0.9, 0.05, 85)) +
      halo(500, 170, 88, ink(0.7, 0.17, 30), 0.1) +
      ridge(paint, 400, 200, ink(0.62, 0.05, 200), true, 210) +
      mist(410, '#fff') +
      ridge(paint, 490, 150, ink(0.48, 0.06, 190)) +
      mist(500, '#fff') +
      along(
        [[330, 560, 1.1]],
        path(
          'M-90 0V-50H-112L-80 -84H80L112 -50H90V0ZM-62 -84V-124H-84L-54 -154H54L84 -124H62V-84ZM-36 -154V-188H-56L0 -238L56 -188H36V-154Z',
          ink(0.34, 0.1, 25),
        ) + path('M-20 0V-36H20V0Z', ink(0.86, 0.12, 85)),
      ) +
      ridge(paint, 600, 60, ink(0.36, 0.06, 160)) +
      along(
        [
          [740, 640, 1.4],
          [140, 650, 1.2],
        ],
        path('M-8 0Q-20 -80 10 -130Q40 -170 90 -180L92 -174Q50 -160 26 -120Q6 -80 12 0Z', ink(0.24, 0.05, 40)) +
          times(22, (index) =>
            disc(
              -30 + ((index * 37) % 150),
              -120 - ((index * 53) % 90),
              9 + (index % 3) * 3,
              index % 2 ? ink(0.82, 0.11, 0) : ink(0.9, 0.07, 5),
            ),
          ),
      ) +
      ridge(paint, 690, 40, ink(0.26, 0.05, 150))
    );
  },
};
