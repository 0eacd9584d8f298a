import type { Engine, Variant } from '../../../shared/games/catalogue.ts';

/** One short sound of play: a tone or a hiss that glides from one frequency to another (hertz), fading out. */
export interface Click {
  readonly kind: 'tone' | 'hiss';
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
}

/** Wave form, note of the game in hertz, the notes of its chord in half tones above it, and the sound of its moves. */
export interface Voice {
  readonly wave: OscillatorType;
  readonly root: number;
  readonly steps: readonly number[];
  readonly click?: Click;
}

const click = (kind: Click['kind'], from: number, to: number, seconds: number): Click => ({ kind, from, to, seconds });

/** Sounds of an engine: ticks, slides, rattles, drops. Slots have notes by theme. */
const VOICES: Readonly<Record<Engine, Voice>> = {
  slot: { wave: 'triangle', root: 523, steps: [0, 4, 7] },
  roulette: { wave: 'sine', root: 392, steps: [0, 7, 12], click: click('tone', 2_100, 1_500, 0.03) },
  dice: { wave: 'triangle', root: 440, steps: [0, 5, 9], click: click('hiss', 2_600, 1_700, 0.05) },
  keno: { wave: 'sine', root: 587, steps: [0, 4, 9], click: click('tone', 880, 1_180, 0.07) },
  digits: { wave: 'triangle', root: 494, steps: [0, 3, 7], click: click('tone', 740, 700, 0.04) },
  fish: { wave: 'sine', root: 349, steps: [0, 7, 16], click: click('tone', 300, 950, 0.12) },
  duel: { wave: 'triangle', root: 330, steps: [0, 4, 11], click: click('hiss', 900, 3_800, 0.11) },
  table: { wave: 'sine', root: 311, steps: [0, 4, 7, 12], click: click('hiss', 800, 3_200, 0.13) },
  thirteen: { wave: 'sine', root: 370, steps: [0, 3, 7, 10], click: click('hiss', 1_100, 3_000, 0.1) },
  crash: { wave: 'triangle', root: 262, steps: [0, 7, 12, 19], click: click('hiss', 300, 2_400, 0.45) },
  lottery: { wave: 'triangle', root: 466, steps: [0, 3, 7, 12], click: click('tone', 760, 720, 0.04) },
  match: { wave: 'triangle', root: 392, steps: [0, 4, 7, 12], click: click('tone', 2_400, 2_400, 0.12) },
};
/** Tables without cards. */
const TABLES: Partial<Record<Variant, Voice>> = {
  sicbo: { wave: 'triangle', root: 466, steps: [0, 2, 7], click: click('hiss', 2_200, 1_300, 0.06) },
  wheel: { wave: 'sine', root: 415, steps: [0, 4, 8], click: click('tone', 1_500, 1_100, 0.04) },
};

export function voiceOf(engine: Engine, variant: Variant): Voice {
  return TABLES[variant] ?? VOICES[engine];
}
