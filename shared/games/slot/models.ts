import type { SlotVariant } from '../catalogue.ts';
import { avalanche, bloom, canyon, market } from './models/cascade-models.ts';
import { orchard, sevens } from './models/classic-models.ts';
import { banner, carousel, mist, starfield, tome, vault } from './models/feature-models.ts';
import { gems, harbour, lantern } from './models/line-models.ts';
import { current, pearl, summit } from './models/ways-models.ts';
import type { SlotTable } from './table.ts';

/** All models of the studio's slots by variant. */
export const SLOT_MODELS: Readonly<Record<SlotVariant, SlotTable>> = {
  harbour,
  lantern,
  gems,
  orchard,
  sevens,
  pearl,
  current,
  summit,
  avalanche,
  canyon,
  bloom,
  market,
  tome,
  starfield,
  banner,
  vault,
  carousel,
  mist,
};
