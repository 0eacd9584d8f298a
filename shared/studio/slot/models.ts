import type { SlotVariant } from '../catalogue.ts';
import { gems, harbour, lantern } from './models/line-models.ts';
import type { SlotTable } from './table.ts';

/** Every way a slot of the studio plays, by variant. */
export const SLOT_MODELS: Readonly<Record<SlotVariant, SlotTable>> = { harbour, lantern, gems };
