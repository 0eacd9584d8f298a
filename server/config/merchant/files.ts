import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sanitizeHtml from 'sanitize-html';
import { readVendorGames, type VendorGame } from '../../../shared/seamless/games.ts';
import { cleanHtml } from '../../html/clean-html.ts';
import type { BrandPicture } from '../../portal/brand/brand.ts';
import { displayValue, isObject, type Problem } from './paths.ts';

const MAX_PICTURE_BYTES = 100_000;
const MAX_TEXT_BYTES = 200_000;
const MAX_GAMES_BYTES = 5_000_000;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SVG_TAGS = [
  ...['svg', 'g', 'defs', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'symbol'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'text', 'tspan'],
];
const SVG_ATTRIBUTES = [
  ...[
    'xmlns',
    'viewBox',
    'width',
    'height',
    'x',
    'y',
    'x1',
    'x2',
    'y1',
    'y2',
    'cx',
    'cy',
    'r',
    'rx',
    'ry',
    'fx',
    'fy',
    'd',
    'points',
    'id',
  ],
  ...[
    'fill',
    'stroke',
    'stroke-*',
    'fill-*',
    'opacity',
    'transform',
    'offset',
    'stop-color',
    'stop-opacity',
    'clip-path',
    'clip-rule',
    'mask',
  ],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits', 'preserveAspectRatio', 'color'],
  ...['font-family', 'font-size', 'font-weight', 'letter-spacing', 'text-anchor'],
];
/** Allows colours and references inside the picture; other URLs could load something. */
const FOREIGN_VALUE = /url\s*\(\s*(?!#)|javascript:|data:/i;

export interface FileReader {
  readonly problems: Problem[];
  picture(path: string, name: string): BrandPicture | undefined;
  html(path: string, name: string): string | undefined;
  /** A list of games. */
  games(path: string, name: string): readonly VendorGame[] | undefined;
}

/** Reads the files that a merchant file names, relative to its folder. Unusable files are recorded as problems. */
export function fileReader(folder: string): FileReader {
  const problems: Problem[] = [];
  const addProblem = (path: string, name: string, wanted: string) => void problems.push({ path, value: displayValue(name), wanted });
  const readBytes = (path: string, name: string, maxBytes: number) => {
    try {
      const content = readFileSync(join(folder, name));
      if (content.length <= maxBytes) return content;
      addProblem(path, name, `at most ${maxBytes / 1000} KB; it has ${Math.ceil(content.length / 1000)}`);
    } catch {
      addProblem(path, name, `a file in ${folder} that can be read`);
    }
    return undefined;
  };
  return {
    problems,
    picture(path, name) {
      const content = readBytes(path, name, MAX_PICTURE_BYTES);
      if (!content) return undefined;
      const picture = name.endsWith('.png') ? pngPicture(content) : svgPicture(content.toString('utf8'));
      if (!picture)
        addProblem(path, name, name.endsWith('.png') ? 'a PNG picture' : 'an SVG picture with a viewBox, or with width and height');
      return picture;
    },
    html(path, name) {
      const content = readBytes(path, name, MAX_TEXT_BYTES);
      if (!content) return undefined;
      const text = cleanHtml(content.toString('utf8')).trim();
      if (text === '') addProblem(path, name, 'a file with text in it');
      return text;
    },
    games(path, name) {
      const content = readBytes(path, name, MAX_GAMES_BYTES);
      const items = content && listOf(content.toString('utf8'));
      if (!items) {
        if (content) addProblem(path, name, 'JSON with a list of games');
        return undefined;
      }
      const { games, rejected } = readVendorGames(items);
      if (rejected.length > 0) addProblem(path, name, `valid in each game; not valid: ${rejected.join(', ')}`);
      return games;
    },
  };
}

/** The list, itself or under `games`. */
function listOf(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const list = isObject(value) ? value.games : value;
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Pictures have one content type: a PNG is embedded into an SVG of its size. */
function pngPicture(content: Buffer): BrandPicture | undefined {
  if (!content.subarray(0, PNG.length).equals(PNG) || content.length < 24) return undefined;
  const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)];
  if (width === 0 || height === 0) return undefined;
  const image = `<image href="data:image/png;base64,${content.toString('base64')}" width="${width}" height="${height}"/>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${image}</svg>`,
    width,
    height,
  };
}

function svgPicture(source: string): BrandPicture | undefined {
  const svg = cleanSvg(source).trim();
  const root = /^<svg\b[^>]*>/.exec(svg)?.[0];
  if (!root) return undefined;
  const size = sizeOf(root);
  if (!size) return undefined;
  const withNamespace = root.includes('xmlns=') ? svg : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return { svg: withNamespace, ...size };
}

/** Keeps shapes, gradients and texts; removes scripts, styles, links, foreign objects and everything that could load a resource. */
export function cleanSvg(source: string): string {
  return sanitizeHtml(source.slice(Math.max(0, source.indexOf('<svg'))), {
    allowedTags: SVG_TAGS,
    allowedAttributes: { '*': SVG_ATTRIBUTES },
    allowVulnerableTags: false,
    nonTextTags: ['script', 'style', 'foreignObject', 'iframe', 'object', 'embed'],
    transformTags: {
      '*': (tagName, attributes) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(attributes).filter(([, value]) => !FOREIGN_VALUE.test(value))),
      }),
    },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  });
}

function sizeOf(root: string): { readonly width: number; readonly height: number } | undefined {
  const number = (name: string) => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1]);
  const [, , boxWidth, boxHeight] = (/\sviewBox="([^"]*)"/.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [boxWidth || number('width'), boxHeight || number('height')];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
