import { markupOf } from '../../../../shared/games/svg-file.ts';
import { filesByName } from '../template.ts';

/** A kind of small symbols; each has five, the best first, in a box from -100 to 100. */
export type LowSet = 'royals' | 'suits' | 'stones' | 'tiles' | 'runes' | 'fruits' | 'planets' | 'flasks';

const FILES = filesByName(import.meta.glob<string>('./lows/*.svg', { eager: true, query: '?raw', import: 'default' }));
const TONE = /\{([\d.]+) ([\d.]+) ([+~])(-?[\d.]+)\}/g;

/** The figure of a rank, 0 the best, in the hue of the game. */
export function lowFigure(set: LowSet, rank: number, hue: number): string {
  return inHue(`${set}-${rank + 1}`, hue);
}

/** Gradients that the small symbols share. Ids are the document's own: one sheet a page. */
export function lowGradients(hue: number): string {
  return inHue('gradients', hue);
}

/** In a file, `{0.5 0.1 +30}` is a tone 30 degrees from the hue of the game; `~30` is 30 degrees, moved by the game by less than 15. */
function inHue(name: string, hue: number): string {
  const svg = FILES.get(name);
  if (svg === undefined) throw new Error(`no figure ${name}`);
  return markupOf(svg).replace(TONE, (_tone, lightness, chroma, by, degrees) => {
    const own = Number(degrees) + (by === '+' ? hue : (hue % 60) / 4);
    return `oklch(${lightness} ${chroma} ${Math.round(own)})`;
  });
}
