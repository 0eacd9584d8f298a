import { anchor, compass, helm, lighthouse, ship } from '../../emblem-harbour.ts';
import { wave } from '../../emblem-sea.ts';
import { coin } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { path } from '../../shapes.ts';
import { along, halo, ridge, sky, waves } from '../pictures/scene.ts';
import { flag, SIGNAL_YELLOW } from '../pictures/stones.ts';
import { picture, specials, type World } from './world.ts';

/** A harbour at dusk: the lighthouse, ships and signal flags. */
export const world: World = {
  metal: 'gold',
  frame: 'wood',
  motif: 'waves',
  sway: 16,
  voice: { wave: 'triangle', root: 330, steps: [0, 4, 7, 12] },
  pictures: {
    wild: picture(ship, 205, 24),
    scatter: picture(wave, 205, 40),
    top: picture(lighthouse, 210, 22, { fixed: true }),
    high1: picture(helm, 20, 40),
    high2: picture(compass, 215, 22),
    high3: picture(anchor, 28, 200),
    low1: picture(coin, 60, 30),
    low2: picture(flag(0), 22, 90),
    low3: picture(flag(1, SIGNAL_YELLOW), 85, 255),
    low4: picture(flag(3), 255, 60),
    low5: picture(flag(2), 150, 90),
    ...specials(picture(wheel, 30, 240)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.3, 0.1, 275), ink(0.56, 0.13, 30), ink(0.78, 0.12, 70)) +
      halo(640, 330, 62, ink(0.92, 0.1, 85)) +
      ridge(paint, 420, 120, ink(0.34, 0.07, 285)) +
      along(
        [
          [250, 470, 1.1],
          [770, 480, 0.8],
        ],
        path('M-10 0L-7 -150H7L10 0ZM-10 -150H10L0 -176Z', ink(0.22, 0.05, 270)) + path('M0 -160L300 -210V-120Z', '#fff', 'opacity=".12"'),
      ) +
      waves(470, [ink(0.42, 0.1, 255), ink(0.35, 0.1, 258), ink(0.28, 0.09, 260), ink(0.21, 0.07, 262), ink(0.16, 0.05, 264)]) +
      along(
        [
          [420, 512, 0.9],
          [600, 560, 1.3],
        ],
        path('M-50 0H50L36 20H-36ZM-4 -6V-96L44 -6ZM-10 -6V-80L-46 -6Z', ink(0.16, 0.04, 265)),
      )
    );
  },
};
