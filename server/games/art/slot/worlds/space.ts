import { eye } from '../../emblem-garden.ts';
import { comet, moon, sun } from '../../emblem-lore.ts';
import { crystal } from '../../emblem-stones.ts';
import { wheel } from '../../emblem-tables.ts';
import { disc, oval, path } from '../../shapes.ts';
import { halo, sky, stars } from '../pictures/scene.ts';
import { planet, rocket } from '../pictures/stones.ts';
import { picture, specials, type World } from './world.ts';

/** Worlds, a rocket and far light. */
export const world: World = {
  metal: 'silver',
  frame: 'neon',
  motif: 'stars',
  sway: 30,
  voice: { wave: 'sine', root: 587, steps: [0, 7, 12, 19] },
  pictures: {
    wild: picture(eye, 290, 255),
    scatter: picture(comet, 200, 30),
    top: picture(rocket, 220, 22, { fixed: true }),
    high1: picture(sun, 45, 25, { fixed: true, metal: 'gold' }),
    high2: picture(planet('ringed'), 310, 60, { metal: 'gold' }),
    high3: picture(crystal, 190, 60),
    low1: picture(planet('bands'), 45, 20),
    low2: picture(planet('ocean'), 235, 145),
    low3: picture(planet('lava'), 25, 60, { metal: 'gold' }),
    low4: picture(planet('craters'), 280, 60),
    low5: picture(moon, 255, 60),
    ...specials(picture(wheel, 265, 20)),
  },
  scene: (paint) => {
    const { ink } = paint;
    return (
      sky(ink(0.12, 0.06, 275), ink(0.22, 0.11, 290), ink(0.14, 0.07, 260)) +
      oval(380, 260, 420, 130, ink(0.5, 0.18, 320), 'opacity=".18" transform="rotate(-24 380 260)"') +
      oval(620, 330, 380, 100, ink(0.6, 0.14, 220), 'opacity=".16" transform="rotate(-24 620 330)"') +
      stars(paint, 170, 690) +
      halo(690, 110, 26, ink(0.95, 0.06, 220)) +
      disc(330, 620, 150, ink(0.42, 0.14, 300)) +
      disc(300, 590, 150, ink(0.58, 0.15, 310), 'opacity=".35"') +
      path('M60 660Q330 520 620 590Q380 600 60 660Z', ink(0.8, 0.1, 60), 'opacity=".75"') +
      disc(860, 400, 60, ink(0.5, 0.12, 40)) +
      disc(850, 390, 54, ink(0.68, 0.12, 50)) +
      disc(140, 180, 34, ink(0.55, 0.1, 180))
    );
  },
};
