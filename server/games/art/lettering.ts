import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import { round } from './shapes.ts';

type Font = ReturnType<typeof opentype.parse>;
type Commands = ReturnType<Font['getPath']>['commands'];

/** Display faces by mood. An SVG used as an image cannot see the page's fonts, so text is turned into outlines. */
const FACES = {
  jolly: '@fontsource/lilita-one/files/lilita-one-latin-400-normal.woff',
  block: '@fontsource/bungee/files/bungee-latin-400-normal.woff',
  smooth: '@fontsource/righteous/files/righteous-latin-400-normal.woff',
  noble: '@fontsource/cinzel-decorative/files/cinzel-decorative-latin-700-normal.woff',
  tall: '@fontsource/bebas-neue/files/bebas-neue-latin-400-normal.woff',
} as const;
export type Face = keyof typeof FACES;

/** Path data of a text of the given size, centred on (0, 0). */
export type Outline = (text: string, size: number) => string;

export interface Block {
  /** Path data of all lines. */
  readonly d: string;
  readonly width: number;
  readonly height: number;
}

export interface Lettering {
  readonly number: Outline;
  /**
   * A text in capitals on one or two balanced lines, each as wide as allowed, centred on x = 0 with its foot on y = 0.
   * Nothing when the text has letters that the faces lack.
   */
  readonly title: (
    text: string,
    face: Face,
    limits: { readonly width: number; readonly size: number; readonly lines: 1 | 2 },
  ) => Block | undefined;
}

/** Loads the faces on first use and caches them. */
export function createLettering(): Lettering {
  const fonts = new Map<Face, Font>();
  const font = (face: Face): Font => {
    const known = fonts.get(face) ?? load(face);
    fonts.set(face, known);
    return known;
  };
  return {
    number: (text, size) => centred(font('tall').getPath(text, 0, 0, size).commands, 0, 'middle').d,
    title: (text, face, limits) => {
      if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
      return stack(font(face), limits.lines === 1 ? [text.toUpperCase()] : balance(text.toUpperCase()), limits);
    },
  };
}

function load(face: Face): Font {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(FACES[face]));
  return opentype.parse(new Uint8Array(bytes).buffer);
}

/** Splits where the two lines are most balanced; short names stay on one line. */
function balance(text: string): string[] {
  const words = text.split(' ');
  if (words.length === 1 || text.length <= 9) return [text];
  const splits = words.slice(1).map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const uneven = ([first = '', second = '']: string[]) => Math.abs(first.length - second.length);
  return splits.reduce((best, split) => (uneven(split) < uneven(best) ? split : best));
}

function stack(font: Font, lines: readonly string[], limits: { readonly width: number; readonly size: number }): Block {
  const largest = lines.length === 1 ? limits.size * 1.25 : limits.size;
  const fitted = lines.map((line) => Math.min(largest, limits.width / (font.getAdvanceWidth(line, 100) / 100)));
  const smallest = Math.min(...fitted);
  const sizes = fitted.map((size) => Math.min(size, smallest * 1.5));
  let d = '';
  let foot = 0;
  let width = 0;
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = centred(font.getPath(lines[index] ?? '', 0, 0, sizes[index] ?? smallest).commands, foot, 'foot');
    d = line.d + d;
    width = Math.max(width, line.width);
    foot -= line.height + (sizes[index] ?? smallest) * 0.16;
  }
  return { d, width, height: -foot };
}

/** Moves an outline so that its box is centred on x = 0 and stands on, or is centred on, `y`. */
function centred(commands: Commands, y: number, place: 'foot' | 'middle'): Block {
  const xs = commands.flatMap(({ x, x1, x2 }) => [x, x1, x2]).filter(isNumber);
  const ys = commands.flatMap(({ y: end, y1, y2 }) => [end, y1, y2]).filter(isNumber);
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const moveX = -(left + right) / 2;
  const moveY = place === 'foot' ? y - foot : y - (top + foot) / 2;
  return { d: serialise(commands, moveX, moveY), width: right - left, height: foot - top };
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}

/** The package's own serialiser writes NaN in version 2. */
function serialise(commands: Commands, moveX: number, moveY: number): string {
  const pair = (x: number | undefined, y: number | undefined) =>
    x === undefined || y === undefined ? [] : [`${round(x + moveX)} ${round(y + moveY)}`];
  return commands
    .map(({ type, x, y, x1, y1, x2, y2 }) => (type === 'Z' ? 'Z' : type + [...pair(x1, y1), ...pair(x2, y2), ...pair(x, y)].join(' ')))
    .join('');
}
