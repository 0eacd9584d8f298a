import { hexOf } from '../../../shared/colour.ts';

/** Five steps of one colour, dark to light. */
export type Ramp = readonly [string, string, string, string, string];
export type Metal = 'gold' | 'rose' | 'silver' | 'bronze';

/** Colours of one picture. `ground` runs from the lit corner to the dark foot. */
export interface Palette {
  readonly ground: readonly [string, string, string];
  /** Light and dark tints of the ground, for motifs. */
  readonly tint: string;
  readonly deep: string;
  /** Near black in the ground's hue. */
  readonly ink: string;
  readonly accent: Ramp;
  readonly second: Ramp;
  readonly metal: Ramp;
}

export interface PaletteChoice {
  readonly hue: number;
  readonly accent: number;
  readonly second: number;
  readonly metal: Metal;
  /** Turn of the lit corner's hue against the ground's, in degrees. */
  readonly drift: number;
}

const METALS: Readonly<Record<Metal, readonly (readonly [lightness: number, chroma: number, hue: number])[]>> = {
  gold: [
    [0.45, 0.1, 60],
    [0.66, 0.14, 74],
    [0.8, 0.15, 86],
    [0.9, 0.11, 94],
    [0.96, 0.06, 100],
  ],
  rose: [
    [0.44, 0.09, 28],
    [0.63, 0.11, 34],
    [0.76, 0.1, 42],
    [0.87, 0.07, 52],
    [0.95, 0.035, 62],
  ],
  silver: [
    [0.42, 0.025, 255],
    [0.62, 0.025, 250],
    [0.78, 0.02, 245],
    [0.9, 0.012, 240],
    [0.97, 0.006, 240],
  ],
  bronze: [
    [0.37, 0.07, 48],
    [0.55, 0.1, 55],
    [0.69, 0.11, 64],
    [0.82, 0.09, 76],
    [0.93, 0.05, 88],
  ],
};

export function palette(choice: PaletteChoice): Palette {
  const { hue, drift } = choice;
  return {
    ground: [
      hexOf([0.52 + 0.09 * warmth(hue + drift), 0.15, hue + drift]),
      hexOf([0.34, 0.125, rich(hue, 0.5)]),
      hexOf([0.17, 0.065, rich(hue, 1) - 8]),
    ],
    tint: hexOf([0.9, 0.09, hue + drift]),
    deep: hexOf([0.22, 0.085, rich(hue, 1)]),
    ink: hexOf([0.18, 0.045, rich(hue, 1)]),
    accent: ramp(choice.accent),
    second: ramp(choice.second),
    metal: METALS[choice.metal].map((step) => hexOf(step)) as unknown as Ramp,
  };
}

/** 1 in the middle of the yellows, 0 outside: yellow needs more light than other hues to look rich. */
function warmth(hue: number): number {
  const turned = ((hue % 360) + 360) % 360;
  return Math.max(0, 1 - Math.abs(turned - 85) / 45);
}

function ramp(hue: number): Ramp {
  return [
    hexOf([0.39, 0.15, hue]),
    hexOf([0.54, 0.185, hue]),
    hexOf([0.68, 0.17, hue]),
    hexOf([0.81, 0.125, hue]),
    hexOf([0.94, 0.055, hue]),
  ];
}

/** Dark yellow looks muddy: the darker a tone between orange and lime, the further it moves to red or to green. */
function rich(hue: number, amount: number): number {
  const turned = ((hue % 360) + 360) % 360;
  if (turned < 45 || turned > 135) return turned;
  const goal = turned < 100 ? 32 : 148;
  return turned + (goal - turned) * amount;
}
