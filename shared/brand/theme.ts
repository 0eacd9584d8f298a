import { contrast, hexOf, type Oklch } from '../colour.ts';
import type { Theme } from '../constants.ts';

/** Style chosen by a merchant; the rest of the design is fixed. */
export interface BrandStyle {
  /** Degrees on the OKLCH color circle: 25 red, 90 amber, 145 green, 230 sky, 265 blue, 320 magenta. */
  readonly hue: number;
  /** Factor of all corner radii. */
  readonly radius: (typeof RADII)[number];
}

export const RADII = [0.5, 1, 1.5] as const;
const BRAND_TOKENS = ['accent', 'accent-hover', 'accent-press', 'on-accent', 'accent-text', 'accent-soft'] as const;
export type BrandToken = (typeof BRAND_TOKENS)[number];
/** Lightness and chroma; the hue is the merchant's. */
export type Recipe = Readonly<Record<Theme, Readonly<Record<BrandToken, readonly [number, number]>>>>;

/** The same lightness for every hue, so that a merchant's choice hardly changes the contrast. */
export const RECIPE: Recipe = {
  dark: {
    accent: [0.82, 0.15],
    'accent-hover': [0.87, 0.13],
    'accent-press': [0.76, 0.15],
    'on-accent': [0.22, 0.045],
    'accent-text': [0.85, 0.135],
    'accent-soft': [0.3, 0.055],
  },
  light: {
    accent: [0.8, 0.16],
    'accent-hover': [0.77, 0.16],
    'accent-press': [0.74, 0.155],
    'on-accent': [0.22, 0.045],
    'accent-text': [0.48, 0.12],
    'accent-soft': [0.955, 0.04],
  },
};

/** Colors independent of the brand. `client/styles/tokens.css` has the same values; a test compares them. */
export const FIXED: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  dark: {
    'bg-0': '#0a0e18',
    'bg-1': '#121723',
    'bg-2': '#1b212f',
    'bg-3': '#262e3d',
    'line-2': '#636c7e',
    'text-1': '#f1f3f8',
    'text-2': '#b8beca',
    'text-3': '#959ba9',
    focus: '#66dcff',
    pos: '#4bdba0',
    neg: '#fc7d7c',
    info: '#69c6fa',
  },
  light: {
    'bg-0': '#f8f5f1',
    'bg-1': '#fff',
    'bg-2': '#f1eee9',
    'bg-3': '#e6e2dc',
    'line-2': '#7a808e',
    'text-1': '#171e2c',
    'text-2': '#454d5e',
    'text-3': '#5b6374',
    focus: '#096acb',
    pos: '#00764f',
    neg: '#c3212e',
    info: '#0268a5',
  },
};

const TEXT = 4.5;
const CONTROL = 3;
const SURFACES = ['bg-0', 'bg-1', 'bg-2'] as const;
/** Foreground, background and minimum contrast. */
const CONTRAST_PAIRS: readonly (readonly [fore: string, back: string, least: number])[] = [
  ...['accent', 'accent-hover', 'accent-press'].map((back) => ['on-accent', back, TEXT] as const),
  ...[...SURFACES, 'bg-3', 'accent-soft'].map((back) => ['accent-text', back, TEXT] as const),
  ['text-1', 'accent-soft', TEXT],
  ['text-2', 'accent-soft', TEXT],
  ...['text-1', 'text-2', 'text-3', 'pos', 'neg', 'info'].flatMap((fore) => SURFACES.map((back) => [fore, back, TEXT] as const)),
  ...['line-2', 'focus'].flatMap((fore) => SURFACES.map((back) => [fore, back, CONTROL] as const)),
];

export function brandColours(hue: number, theme: Theme, recipe: Recipe = RECIPE): Readonly<Record<BrandToken, string>> {
  const colour = (token: BrandToken) => hexOf([...recipe[theme][token], hue] as Oklch);
  return Object.fromEntries(BRAND_TOKENS.map((token) => [token, colour(token)])) as Record<BrandToken, string>;
}

export interface LowContrastPair {
  readonly theme: Theme;
  readonly fore: string;
  readonly back: string;
  readonly contrast: number;
  readonly least: number;
}

/** Pairs of text or control and background with too little contrast for a hue, in both themes. */
export function lowContrastPairs(hue: number, recipe: Recipe = RECIPE): readonly LowContrastPair[] {
  return (['dark', 'light'] as const).flatMap((theme) => {
    const colours: Readonly<Record<string, string>> = { ...FIXED[theme], ...brandColours(hue, theme, recipe) };
    return CONTRAST_PAIRS.flatMap(([fore, back, least]) => {
      const found = contrast(colours[fore] ?? '', colours[back] ?? '');
      return found < least ? [{ theme, fore, back, contrast: found, least }] : [];
    });
  });
}

const RADIUS_PX = { badge: 6, control: 10, chip: 12, tile: 14, card: 16, dialog: 18, banner: 20 };

/** Style sheet of a brand: the differences from `tokens.css`. */
export function brandSheet({ hue, radius }: BrandStyle): string {
  const themes = (['dark', 'light'] as const).map((theme) => {
    const colours = Object.entries(brandColours(hue, theme)).map(([token, colour]) => `--${token}:${colour}`);
    return `[data-theme=${theme}]{${colours.join(';')}}`;
  });
  const radii = Object.entries(RADIUS_PX).map(([name, px]) => `--radius-${name}:${px * radius}px`);
  return `${themes.join('')}${radius === 1 ? '' : `:root{--round:${radius};${radii.join(';')}}`}`;
}

/** Background of home-screen icons: dark, in the brand's hue. */
export function iconGround(hue: number): string {
  return hexOf([0.28, 0.06, hue]);
}
