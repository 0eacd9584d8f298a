import { DRAW } from '../emblems.ts';
import type { Outline } from '../lettering.ts';
import type { Metal, Palette } from '../palette.ts';
import type { Random } from '../random.ts';
import { filesByName, template } from '../template.ts';

export type Draw = (colours: Palette, random: Random, number: Outline) => string;

/** One picture of a world: how it is drawn, in which hues, in which metal. */
export interface Picture {
  readonly draw: Draw;
  readonly accent: number;
  readonly second: number;
  readonly metal?: Metal;
  /** Keeps its hues in every game of the world: a lemon stays yellow. */
  readonly fixed?: boolean;
}

const FILES = filesByName(import.meta.glob<string>('./pictures/*.svg', { eager: true, query: '?raw', import: 'default' }));
const DRAWN: ReadonlyMap<string, Draw> = new Map<string, Draw>([
  ...Object.entries(DRAW),
  ...[...FILES].map(([name, svg]): [string, Draw] => {
    const file = template(svg);
    return [name, (colours) => file(colours)];
  }),
]);

/** An emblem, or a file of `pictures/`, by its name. */
export function picture(name: string, accent: number, second: number, more: Pick<Partial<Picture>, 'metal' | 'fixed'> = {}): Picture {
  const draw = DRAWN.get(name);
  if (!draw) throw new Error(`no picture ${name}`);
  return { draw, accent, second, ...more };
}

/** The specials that mean the same in every world, in its metal. */
export function specials(bonus: Picture): Readonly<Record<'bonus' | 'coin' | 'mystery', Picture>> {
  return { bonus, coin: picture('worth', 60, 30), mystery: picture('unknown', 300, 60) };
}
