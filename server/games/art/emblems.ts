import type { Emblem } from '../../../shared/games/catalogue.ts';
import * as contest from './emblem-contest.ts';
import * as garden from './emblem-garden.ts';
import * as harbour from './emblem-harbour.ts';
import * as hunt from './emblem-hunt.ts';
import * as land from './emblem-land.ts';
import * as lore from './emblem-lore.ts';
import * as sea from './emblem-sea.ts';
import * as stones from './emblem-stones.ts';
import * as tables from './emblem-tables.ts';
import * as things from './emblem-things.ts';
import type { Outline } from './lettering.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

/** Draws in a box from -100 to 100; the number's outline is for emblems that carry one. */
export type DrawEmblem = (colours: Palette, random: Random, number: Outline) => string;

export const DRAW: Readonly<Record<Emblem, DrawEmblem>> = {
  ...contest,
  ...garden,
  ...harbour,
  ...hunt,
  ...land,
  ...lore,
  ...things,
  ...sea,
  ...stones,
  ...tables,
};
