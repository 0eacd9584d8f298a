/** Frames around the reels. */
export const SLOT_FRAMES = ['gold', 'silver', 'wood', 'jade', 'stone', 'neon', 'lacquer', 'iron', 'ice', 'candy', 'coral'] as const;
export type SlotFrame = (typeof SLOT_FRAMES)[number];

/** How a slot sounds: wave form, note of a stopping reel in hertz, and the notes of a return in half tones above it. */
export interface SlotVoice {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth';
  readonly root: number;
  readonly steps: readonly number[];
}

/** What the page of a slot is told of its world; the pictures come as one sheet, `/studio/art/symbols-<gameId>.svg`. */
export interface SlotLook {
  readonly frame: SlotFrame;
  /** Behind the reels until the scene of the sheet has come. */
  readonly motif: 'waves' | 'rays' | 'lattice' | 'deco' | 'stars' | 'hexagons';
  readonly voice: SlotVoice;
}
