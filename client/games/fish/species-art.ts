import type { Species } from '../../../shared/games/fish.ts';
import { markupOf } from '../../../shared/games/svg-file.ts';
import { drawing } from '../lib/dom.ts';

/** Gradients of the sheet: light back to dark belly, by name. */
const TONES: Readonly<Record<string, readonly [light: string, middle: string, dark: string]>> = {
  silver: ['#f4fbff', '#9fc3d8', '#47708c'],
  orange: ['#ffc27a', '#f4742b', '#a8330b'],
  yellow: ['#fff3b0', '#f5c73a', '#b3780f'],
  rose: ['#ffd3e4', '#f06aa3', '#96275f'],
  violet: ['#e9d3ff', '#a46be8', '#53229a'],
  green: ['#d5f3a4', '#69b04b', '#22602f'],
  shell: ['#e8c98a', '#a8702f', '#5c3511'],
  slate: ['#bfd3ec', '#5b7fb0', '#24406d'],
  red: ['#ffb4a0', '#e04b3c', '#83160f'],
  night: ['#7d6fb5', '#453a7a', '#1d1640'],
  steel: ['#d6e2ee', '#7890a9', '#33475f'],
  blue: ['#a9dbff', '#3f8fd6', '#164a8a'],
  gold: ['#fff4c4', '#f2b632', '#9a5f08'],
};

/** Each faces left, in a box of 140 by 108 around (0, 0). */
const FILES = import.meta.glob<string>('./species/*.svg', { eager: true, query: '?raw', import: 'default' });

/** One hidden sheet with the wanted species as `<symbol id="fish-<name>">`. */
export function speciesSheet(names: readonly Species[]): SVGSVGElement {
  const tones = Object.entries(TONES).map(
    ([name, [light, middle, dark]]) =>
      `<linearGradient id="f-${name}" x2=".2" y2="1"><stop stop-color="${light}"/><stop offset=".45" stop-color="${middle}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`,
  );
  const symbols = names.map(
    (name) => `<symbol id="fish-${name}" viewBox="-70 -54 140 108">${markupOf(FILES[`./species/${name}.svg`] ?? '')}</symbol>`,
  );
  const sheet = drawing('0 0 1 1', `<defs>${tones.join('')}</defs>${symbols.join('')}`);
  sheet.classList.add('symbol-sheet');
  return sheet;
}

export function speciesPicture(name: Species): SVGSVGElement {
  return drawing('0 0 140 108', `<use href="#fish-${name}" width="140" height="108"/>`);
}
