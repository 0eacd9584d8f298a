import { EMBLEMS, type Emblem } from '../../../shared/games/catalogue.ts';
import { DRAW } from './emblems.ts';
import type { Face, Lettering } from './lettering.ts';
import { painted } from './paint.ts';
import { type Metal, palette } from './palette.ts';
import { pick, seededRandom } from './random.ts';
import { at, box, disc, line, times } from './shapes.ts';

export const AVATARS = 24;

/** One emblem alone on a clear ground, 200 by 200. */
export function emblemPicture(emblem: Emblem, hue: number, lettering: Lettering): string {
  const colours = palette({ hue, accent: hue, second: hue > 340 || hue < 60 ? 200 : 24, metal: 'gold', drift: 30 });
  const body = at(100, 100, DRAW[emblem](colours, seededRandom(`emblem:${emblem}`), lettering.number), 0.92);
  const { definitions, markup } = painted(body, colours, 'm');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><defs>${definitions}</defs>${markup}</svg>`;
}

/** A member's picture, 160 by 160: an emblem on a disc of two colours. */
export function avatar(number: number, lettering: Lettering): string {
  const random = seededRandom(`avatar:${number}`);
  const emblem = EMBLEMS[(number * 7) % EMBLEMS.length] ?? 'gem';
  const hue = (number * 67) % 360;
  const colours = palette({ hue, accent: hue + 160, second: hue + 100, metal: 'gold', drift: 40 });
  const rays = times(10, (index) => line('M0 0V-120', colours.tint, 16, `opacity=".09" transform="rotate(${index * 36})"`));
  const body =
    box(0, 0, 160, 160, 0, 'url(#ground)') +
    at(80, 80, rays + disc(0, 0, 62, colours.tint, 'opacity=".22"')) +
    at(80, 82, DRAW[emblem](colours, random, lettering.number), 0.58, -4);
  const { definitions, markup } = painted(body, colours, 'a');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160" width="160" height="160"><defs>${definitions}</defs>${markup}</svg>`;
}

interface Mark {
  readonly emblem: Emblem;
  readonly hue: number;
  readonly face: Face;
  readonly metal?: Metal;
}
const MARKS: Readonly<Record<string, Mark>> = {
  NOVA: { emblem: 'comet', hue: 255, face: 'smooth' },
  BKOI: { emblem: 'koi', hue: 235, face: 'noble' },
  ORU: { emblem: 'pyramid', hue: 40, face: 'block' },
  PAPAYA: { emblem: 'fruit', hue: 20, face: 'jolly' },
  EMBER: { emblem: 'flame', hue: 5, face: 'block' },
  KESTREL: { emblem: 'feather', hue: 205, face: 'tall', metal: 'silver' },
  SALON: { emblem: 'crown', hue: 310, face: 'noble' },
  STARFALL: { emblem: 'balls', hue: 280, face: 'smooth' },
  FABLE: { emblem: 'feather', hue: 150, face: 'noble' },
  METEOR: { emblem: 'sun', hue: 265, face: 'tall' },
  DS88: { emblem: 'ball', hue: 215, face: 'block' },
  MERIDIAN: { emblem: 'trophy', hue: 160, face: 'tall' },
  IMES: { emblem: 'eye', hue: 300, face: 'smooth', metal: 'silver' },
  SV3: { emblem: 'seven', hue: 250, face: 'block', metal: 'silver' },
  AV: { emblem: 'controller', hue: 345, face: 'tall' },
  TIDAL: { emblem: 'shark', hue: 230, face: 'block', metal: 'silver' },
  CORALIA: { emblem: 'jelly', hue: 330, face: 'jolly', metal: 'rose' },
  JADE: { emblem: 'cards', hue: 160, face: 'noble' },
  RIVAL: { emblem: 'swords', hue: 15, face: 'block' },
  TCG_SEA: { emblem: 'ticket', hue: 205, face: 'jolly' },
  TCG_LOTTO_VN: { emblem: 'digits', hue: 145, face: 'smooth' },
  HALO: { emblem: 'moon', hue: 275, face: 'smooth' },
};
const FACES: readonly [Face, ...Face[]] = ['smooth', 'block', 'jolly', 'tall', 'noble'];

/** A vendor's plate, 240 by 96: its emblem and its name on a dark ground that suits light and dark pages. */
export function wordMark(code: string, name: string, lettering: Lettering): string {
  const random = seededRandom(`vendor:${code}`);
  const mark = MARKS[code] ?? {
    emblem: EMBLEMS[Math.floor(random() * EMBLEMS.length)] ?? 'coin',
    hue: Math.floor(random() * 360),
    face: pick(random, FACES),
  };
  const colours = palette({ hue: mark.hue, accent: mark.hue + 170, second: 24, metal: mark.metal ?? 'gold', drift: 30 });
  const title = lettering.title(name, mark.face, { width: 124, size: 27, lines: 2 });
  const letters = title ? at(160, 48 + title.height / 2, `<path d="${title.d}" fill="url(#title)"/>`) : '';
  const body =
    box(0, 0, 240, 96, 14, 'url(#ground)') +
    disc(46, 48, 38, colours.tint, 'opacity=".16"') +
    at(46, 49, DRAW[mark.emblem](colours, random, lettering.number), 0.34) +
    letters;
  const { definitions, markup } = painted(body, colours, 'v');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 96" width="240" height="96"><defs>${definitions}</defs>${markup}</svg>`;
}
