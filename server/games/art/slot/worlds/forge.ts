import { swords } from '../../emblem-contest.ts';
import { eye, shield } from '../../emblem-garden.ts';
import { flame } from '../../emblem-lore.ts';
import { crown } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { hammer } from '../../emblem-things.ts';
import { disc, path, times } from '../../shapes.ts';
import { along, halo, ridge, sky } from '../pictures/scene.ts';
import { SIGNS, tablet } from '../pictures/stones.ts';
import { picture, specials, type World } from './world.ts';

/** Iron, fire and runes. */
export const world: World = {
  metal: 'bronze',
  frame: 'iron',
  motif: 'hexagons',
  sway: 16,
  voice: { wave: 'sawtooth', root: 196, steps: [0, 3, 7, 10] },
  pictures: {
    wild: picture(flame, 60, 30, { fixed: true }),
    scatter: picture(eye, 30, 20),
    top: picture(hammer, 25, 40, { metal: 'gold' }),
    high1: picture(shield, 245, 20),
    high2: picture(swords, 20, 240, { metal: 'silver' }),
    high3: picture(crown, 20, 200, { metal: 'gold' }),
    low1: picture(tablet(SIGNS.rune1, 'shield'), 30, 60, { metal: 'silver' }),
    low2: picture(tablet(SIGNS.rune2, 'arch'), 245, 60, { metal: 'silver' }),
    low3: picture(tablet(SIGNS.rune3, 'round'), 150, 60, { metal: 'silver' }),
    low4: picture(tablet(SIGNS.rune4, 'shield'), 75, 60, { metal: 'silver' }),
    low5: picture(tablet(SIGNS.rune5, 'arch'), 310, 60, { metal: 'silver' }),
    ...specials(picture(wheel, 25, 245)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.14, 0.03, 30), ink(0.24, 0.08, 30), ink(0.46, 0.17, 40)) +
      halo(500, 560, 170, ink(0.72, 0.19, 48), 0.3) +
      ridge(paint, 430, 220, ink(0.17, 0.04, 25), true, 130) +
      along(
        [
          [210, 700, 1],
          [790, 700, 1],
        ],
        path('M-130 0V-320Q-130 -430 0 -440Q130 -430 130 -320V0H80V-300Q80 -370 0 -380Q-80 -370 -80 -300V0Z', ink(0.2, 0.02, 30)) +
          times(7, (index) =>
            path('M-128 0H-84', 'none', `stroke="#000" stroke-opacity=".4" stroke-width="3" transform="translate(0 ${-40 - index * 44})"`),
          ),
      ) +
      along(
        [[500, 660, 1.6]],
        path('M-90 -70H60Q90 -70 110 -84Q104 -44 50 -36L34 -8H60V20H-60V-8H-34L-24 -36Q-80 -36 -90 -70Z', ink(0.1, 0.01, 30)),
      ) +
      times(46, () =>
        disc(
          240 + paint.random() * 520,
          120 + paint.random() * 500,
          1 + paint.random() * 3,
          ink(0.8, 0.17, 60),
          `opacity="${(0.3 + paint.random() * 0.6).toFixed(2)}"`,
        ),
      ) +
      path('M0 680H1000V700H0Z', ink(0.1, 0.02, 30))
    );
  },
};
