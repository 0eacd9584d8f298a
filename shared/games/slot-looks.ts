/** Frames around the reels. */
const SLOT_FRAMES = ['gold', 'silver', 'wood', 'jade', 'stone', 'neon', 'lacquer', 'iron', 'ice', 'candy', 'coral'] as const;
export type SlotFrame = (typeof SLOT_FRAMES)[number];

/** Sound of a slot: wave form, pitch of a stopping reel in hertz, and the notes of a win in half tones above it. */
export interface SlotVoice {
  readonly wave: 'sine' | 'triangle' | 'square' | 'sawtooth';
  readonly root: number;
  readonly steps: readonly number[];
}

/** Appearance of a slot's theme for its page; the pictures are one sheet, `/studio/art/symbols-<gameId>.svg`. */
export interface SlotLook {
  readonly frame: SlotFrame;
  /** Background of the reels until the sheet has loaded. */
  readonly motif: 'waves' | 'rays' | 'lattice' | 'deco' | 'stars' | 'hexagons';
  readonly voice: SlotVoice;
}
