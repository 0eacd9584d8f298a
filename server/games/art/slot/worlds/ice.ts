import { mountain } from '../../emblem-land.ts';
import { moon } from '../../emblem-lore.ts';
import { crown, crystal, gem } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { feather } from '../../emblem-things.ts';
import { path } from '../../shapes.ts';
import { along, ridge, sky, stars } from '../pictures/scene.ts';
import { icicles, snowflake } from '../pictures/stones.ts';
import { picture, specials, type World } from './world.ts';

/** Ice, a far peak and northern light. */
export const world: World = {
  metal: 'silver',
  frame: 'ice',
  motif: 'hexagons',
  sway: 26,
  voice: { wave: 'sine', root: 659, steps: [0, 4, 7, 11] },
  pictures: {
    wild: picture(crystal, 200, 60),
    scatter: picture(moon, 225, 60),
    top: picture(mountain, 225, 60),
    high1: picture(crown, 215, 350),
    high2: picture(feather, 195, 270),
    high3: picture(icicles, 195, 60),
    low1: picture(snowflake(0), 215, 60),
    low2: picture(snowflake(1), 190, 60),
    low3: picture(snowflake(2), 285, 60),
    low4: picture(snowflake(3), 165, 60),
    low5: picture(gem, 245, 60),
    ...specials(picture(wheel, 215, 300)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.2, 0.08, 265), ink(0.36, 0.1, 235), ink(0.7, 0.08, 215)) +
      stars(paint, 90, 330) +
      [
        [180, 160],
        [150, 195],
        [170, 290],
      ]
        .map(([hue = 0, y = 0], index) =>
          path(
            `M-40 ${y + 40}Q250 ${y - 120} 520 ${y}T1040 ${y - 60}V${y + 20}Q760 ${y + 130} 500 ${y + 90}T-40 ${y + 150}Z`,
            ink(0.8, 0.16, hue),
            `opacity="${0.2 - index * 0.03}"`,
          ),
        )
        .join('') +
      ridge(paint, 480, 250, ink(0.52, 0.08, 230), true, 180) +
      ridge(paint, 560, 190, ink(0.68, 0.06, 220), true, 150) +
      path('M0 590Q300 550 600 590T1000 580V700H0Z', ink(0.88, 0.035, 215)) +
      path('M0 640Q400 600 1000 650V700H0Z', ink(0.78, 0.05, 220)) +
      along(
        [
          [220, 640, 1.1],
          [300, 655, 0.8],
          [760, 640, 1.2],
          [850, 660, 0.9],
        ],
        path('M0 -150L34 -84H18L46 -24H-46L-18 -84H-34Z', ink(0.4, 0.07, 215)) +
          path('M0 -150L34 -84H18L24 -70Q0 -92 -24 -70L-18 -84H-34Z', '#fff', 'opacity=".9"'),
      )
    );
  },
};
