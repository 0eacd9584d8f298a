import type { Outline } from '../../lettering.ts';
import type { Metal, Palette } from '../../palette.ts';
import type { Random } from '../../random.ts';

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
