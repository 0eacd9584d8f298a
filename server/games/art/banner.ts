import { BANNERS, type Banner, type Emblem } from '../../../shared/games/catalogue.ts';
import { DRAW } from './emblems.ts';
import type { Lettering } from './lettering.ts';
import { painted } from './paint.ts';
import { type Palette, palette } from './palette.ts';
import { between, pick, type Random, seededRandom } from './random.ts';
import { at, box, disc, oval, polar, poly, sparkle, times } from './shapes.ts';

type Placed = readonly [emblem: Emblem, x: number, y: number, scale: number, degrees: number];

interface Plan {
  readonly hue: number;
  readonly accent: number;
  readonly second: number;
  readonly metal?: 'silver' | 'rose';
  /** Back to front, in the emblem field of 480 by 400. */
  readonly emblems: readonly Placed[];
}

const PLANS: Readonly<Record<Banner, Plan>> = {
  welcome: {
    hue: 235,
    accent: 165,
    second: 24,
    emblems: [
      ['lighthouse', 116, 186, 0.92, -4],
      ['coin', 424, 92, 0.52, 14],
      ['ship', 262, 200, 1.6, -3],
      ['lantern', 438, 262, 0.8, 8],
    ],
  },
  slots: {
    hue: 320,
    accent: 185,
    second: 24,
    emblems: [
      ['coin', 84, 276, 0.72, -14],
      ['coin', 418, 84, 0.62, 12],
      ['seven', 246, 194, 1.62, 5],
      ['gem', 418, 296, 0.82, -8],
    ],
  },
  live: {
    hue: 155,
    accent: 300,
    second: 24,
    emblems: [
      ['cards', 96, 150, 0.86, -12],
      ['dice', 424, 284, 0.86, 6],
      ['wheel', 254, 200, 1.6, 0],
    ],
  },
  lottery: {
    hue: 285,
    accent: 190,
    second: 345,
    emblems: [
      ['comet', 92, 108, 0.8, 0],
      ['moon', 424, 104, 0.64, 8],
      ['balls', 256, 212, 1.62, -4],
    ],
  },
  fishing: {
    hue: 205,
    accent: 45,
    second: 24,
    emblems: [
      ['shell', 92, 272, 0.76, -10],
      ['whale', 404, 100, 0.74, 6],
      ['koi', 250, 206, 1.62, -2],
    ],
  },
  cashback: {
    hue: 20,
    accent: 190,
    second: 285,
    emblems: [
      ['envelope', 90, 140, 0.82, -8],
      ['crown', 414, 96, 0.68, 10],
      ['chest', 250, 214, 1.58, -2],
      ['coin', 424, 298, 0.6, 12],
    ],
  },
  vip: {
    hue: 290,
    accent: 200,
    second: 345,
    emblems: [
      ['gem', 88, 250, 0.72, -12],
      ['shield', 424, 244, 0.8, 10],
      ['crown', 252, 190, 1.66, -4],
    ],
  },
  deposit: {
    hue: 180,
    accent: 320,
    second: 24,
    emblems: [
      ['coin', 86, 122, 0.6, -14],
      ['anchor', 420, 130, 0.76, 12],
      ['chest', 250, 212, 1.6, 2],
    ],
  },
  trial: {
    hue: 310,
    accent: 140,
    second: 24,
    emblems: [
      ['dice', 92, 130, 0.8, -10],
      ['fruit', 420, 286, 0.8, 8],
      ['controller', 252, 204, 1.55, -4],
    ],
  },
  'first-steps': {
    hue: 215,
    accent: 35,
    second: 165,
    emblems: [
      ['wave', 96, 286, 0.8, -4],
      ['helm', 420, 112, 0.76, 10],
      ['compass', 250, 200, 1.6, -6],
    ],
  },
  protect: {
    hue: 255,
    accent: 170,
    second: 24,
    emblems: [
      ['lighthouse', 98, 150, 0.86, -6],
      ['anchor', 422, 282, 0.78, 12],
      ['shield', 252, 200, 1.62, 2],
    ],
  },
  limits: {
    hue: 200,
    accent: 300,
    second: 24,
    emblems: [
      ['moon', 92, 118, 0.7, -8],
      ['shell', 420, 290, 0.78, 10],
      ['helm', 252, 202, 1.6, 4],
    ],
  },
  returns: {
    hue: 75,
    accent: 210,
    second: 165,
    emblems: [
      ['target', 94, 140, 0.84, -8],
      ['gem', 420, 286, 0.74, 10],
      ['coin', 252, 200, 1.56, -6],
    ],
  },
  challenge: {
    hue: 280,
    accent: 150,
    second: 24,
    emblems: [
      ['dice', 94, 286, 0.82, -12],
      ['crystal', 420, 112, 0.78, 10],
      ['eye', 252, 204, 1.6, 0],
    ],
  },
  leaderboard: {
    hue: 35,
    accent: 230,
    second: 285,
    emblems: [
      ['flame', 92, 282, 0.78, -8],
      ['crown', 420, 104, 0.72, 10],
      ['trophy', 252, 202, 1.6, 2],
    ],
  },
  'match-days': {
    hue: 145,
    accent: 265,
    second: 24,
    emblems: [
      ['flame', 94, 120, 0.76, -8],
      ['controller', 420, 290, 0.78, 8],
      ['ball', 252, 200, 1.6, -6],
    ],
  },
  draws: {
    hue: 265,
    accent: 60,
    second: 345,
    emblems: [
      ['balls', 94, 284, 0.8, -8],
      ['digits', 420, 112, 0.8, 8],
      ['ticket', 252, 202, 1.58, -4],
    ],
  },
  chat: {
    hue: 345,
    accent: 200,
    second: 24,
    emblems: [
      ['feather', 94, 140, 0.84, -12],
      ['envelope', 420, 286, 0.8, 8],
      ['lantern', 252, 204, 1.56, 3],
    ],
  },
  install: {
    hue: 190,
    accent: 330,
    second: 24,
    emblems: [
      ['mountain', 94, 282, 0.84, -4],
      ['sun', 420, 106, 0.74, 0],
      ['comet', 252, 204, 1.56, -4],
    ],
  },
};

/** The plan of an id; ids made by an operator get one of the plans, with a hue derived from the id. */
function planOf(id: string, random: Random): Plan {
  const named = BANNERS.find((name) => id.includes(name));
  return named ? PLANS[named] : { ...PLANS[pick(random, BANNERS)], hue: Math.floor(random() * 360) };
}

/**
 * A wide picture of 1200 by 400: the emblems fill the right two fifths, or the left for right-to-left pages, and the
 * rest is a calm ground dark enough for white text (4.5:1).
 */
export function banner(id: string, side: 'left' | 'right', lettering: Lettering): string {
  const random = seededRandom(`banner:${id}`);
  const plan = planOf(id, random);
  const colours = palette({ hue: plan.hue, accent: plan.accent, second: plan.second, metal: plan.metal ?? 'gold', drift: 34 });
  const left = side === 'right' ? 700 : 20;
  const scene =
    box(0, 0, 1200, 400, 0, 'url(#wide)') +
    light(left + 250, colours, random) +
    plan.emblems.map((placed) => emblem(placed, left, colours, random, lettering)).join('') +
    dust(left, random) +
    box(0, 0, 1200, 400, 0, 'url(#calm)');
  const { definitions, markup } = painted(scene, colours, 'b');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 400" width="1200" height="400" preserveAspectRatio="x${side === 'right' ? 'Max' : 'Min'}YMid slice"><defs>${definitions}${ground(colours, side, 'b')}</defs>${markup}</svg>`;
}

function ground({ ground: tones }: Palette, side: 'left' | 'right', prefix: string): string {
  const ends = side === 'right' ? 'x1="0" x2="1"' : 'x1="1" x2="0"';
  return `<linearGradient id="${prefix}wide" ${ends} y1="1" y2="0"><stop stop-color="${tones[2]}"/><stop offset=".5" stop-color="${tones[1]}"/><stop offset="1" stop-color="${tones[0]}"/></linearGradient><linearGradient id="${prefix}calm" ${ends} y1="0" y2="0"><stop stop-color="${tones[2]}" stop-opacity=".85"/><stop offset=".5" stop-color="${tones[2]}" stop-opacity=".5"/><stop offset=".68" stop-color="${tones[2]}" stop-opacity="0"/></linearGradient>`;
}

function light(x: number, { tint }: Palette, random: Random): string {
  const rays = times(16, (index) =>
    poly([[x, 200], polar(1300, (index * Math.PI) / 8, x, 200), polar(1300, (index * Math.PI) / 8 + 0.19, x, 200)], tint, 'opacity=".07"'),
  );
  return (
    rays +
    disc(x, 200, 178, tint, 'opacity=".12"') +
    disc(x, 200, 226, 'none', `stroke="${tint}" stroke-opacity=".2" stroke-width="2"`) +
    times(12, () =>
      disc(
        x + between(random, -240, 240),
        random() * 400,
        between(random, 6, 34),
        tint,
        `opacity="${between(random, 0.03, 0.1).toFixed(2)}"`,
      ),
    )
  );
}

function emblem([name, x, y, scale, degrees]: Placed, left: number, colours: Palette, random: Random, lettering: Lettering): string {
  return (
    oval(left + x, y + 100 * scale, 74 * scale, 11 * scale, '#05060c', 'opacity=".3"') +
    at(left + x, y, DRAW[name](colours, random, lettering.number), scale, degrees)
  );
}

function dust(left: number, random: Random): string {
  return (
    times(22, () =>
      disc(left + random() * 500, random() * 400, between(random, 0.8, 3), '#fff', `opacity="${between(random, 0.2, 0.7).toFixed(2)}"`),
    ) + times(4, () => sparkle(left + random() * 480, random() * 380, between(random, 6, 14), '#fff', 'opacity=".8"'))
  );
}
