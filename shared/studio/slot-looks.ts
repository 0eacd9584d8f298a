/** Frames around the reels. */
export const SLOT_FRAMES = ['gold', 'silver', 'wood', 'jade', 'stone', 'neon', 'lacquer', 'iron'] as const;
export type SlotFrame = (typeof SLOT_FRAMES)[number];

/** What the page of a slot is told of its theme; the pictures come as one sheet, `/studio/art/symbols-<gameId>.svg`. */
export interface SlotLook {
  readonly frame: SlotFrame;
  readonly motif: 'waves' | 'rays' | 'lattice' | 'deco' | 'stars' | 'hexagons';
}
