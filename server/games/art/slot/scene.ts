import { hexOf } from '../../../../shared/colour.ts';
import { markupOf } from '../../../../shared/games/svg-file.ts';
import { type Random, seededRandom } from '../random.ts';
import { disc, round, times } from '../shapes.ts';
import { filesByName } from '../template.ts';

/** Paints what lies behind the reels in a box of 1000 by 700; the middle 420 columns show on a phone held upright. */
export type Scene = (paint: ScenePaint) => string;
interface ScenePaint {
  /** A tone of the scene: lightness, chroma, hue before the game's own turn. */
  readonly ink: (lightness: number, chroma: number, hue: number) => string;
  readonly random: Random;
}
type Attributes = ReadonlyMap<string, string>;

const FILES = filesByName(import.meta.glob<string>('./scenes/*.svg', { eager: true, query: '?raw', import: 'default' }));
const TONE = /\{([\d.]+) ([\d.]+) (-?[\d.]+)\}/g;
/** Elements of the files that are no SVG: each draws what the seed decides. */
const SEEDED = { ridge, stars, bubbles, sparks, crumbs } as const;
const SEEDED_ELEMENT = new RegExp(`<(${Object.keys(SEEDED).join('|')}) ([^>]*)/>`, 'g');

/** A file of `scenes/`: `{0.5 0.1 30}` is a tone of the scene. */
export function sceneOf(name: string): Scene {
  const svg = FILES.get(name);
  if (svg === undefined) throw new Error(`no scene ${name}`);
  const markup = markupOf(svg);
  return ({ ink, random }) =>
    markup
      .replace(TONE, (_tone, lightness, chroma, hue) => ink(Number(lightness), Number(chroma), Number(hue)))
      .replace(SEEDED_ELEMENT, (_element, kind: keyof typeof SEEDED, attributes: string) => SEEDED[kind](attributesOf(attributes), random));
}

export function scenePaint(turn: number, seed: string): ScenePaint {
  return { ink: (lightness, chroma, hue) => hexOf([lightness, chroma, hue + turn]), random: seededRandom(seed) };
}

function attributesOf(text: string): Attributes {
  return new Map([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

function numberOf(attributes: Attributes, name: string): number {
  const value = Number(attributes.get(name));
  if (Number.isNaN(value)) throw new Error(`a scene lacks the number ${name}`);
  return value;
}

/** `count` stars above `low`. */
function stars(attributes: Attributes, random: Random): string {
  const low = numberOf(attributes, 'low');
  return times(numberOf(attributes, 'count'), () =>
    disc(random() * 1000, random() * low, 0.6 + random() * 2, '#fff', `opacity="${round(0.25 + random() * 0.6)}"`),
  );
}

/** A line of hills at `y`; `sharp` makes peaks of them. */
function ridge(attributes: Attributes, random: Random): string {
  const [y, height, step] = [numberOf(attributes, 'y'), numberOf(attributes, 'height'), numberOf(attributes, 'step')];
  let d = `M-60 700V${y}`;
  for (let x = -60; x < 1080; x += step) {
    const top = y - random() * height;
    d += attributes.has('sharp')
      ? `L${x + step / 2} ${round(top)}L${x + step} ${round(y - random() * height * 0.2)}`
      : `Q${x + step / 2} ${round(top)} ${x + step} ${y}`;
  }
  return `<path d="${d}V700Z" fill="${attributes.get('fill')}"/>`;
}

function bubbles(attributes: Attributes, random: Random): string {
  return times(numberOf(attributes, 'count'), () =>
    disc(
      random() * 1000,
      80 + random() * 580,
      3 + random() * 9,
      '#fff',
      `fill-opacity=".07" stroke="#fff" stroke-opacity=".35" stroke-width="1.5"`,
    ),
  );
}

/** Sparks over a fire in the middle. */
function sparks(attributes: Attributes, random: Random): string {
  return times(numberOf(attributes, 'count'), () =>
    disc(
      240 + random() * 520,
      120 + random() * 500,
      1 + random() * 3,
      attributes.get('fill') ?? '',
      `opacity="${(0.3 + random() * 0.6).toFixed(2)}"`,
    ),
  );
}

/** Crumbs on the ground, of the colours in turn. */
function crumbs(attributes: Attributes, random: Random): string {
  const fills = attributes.get('fills')?.split(';') ?? [];
  return times(numberOf(attributes, 'count'), (index) =>
    disc(random() * 1000, 590 + random() * 100, 4, fills[index % fills.length] ?? '#fff'),
  );
}
