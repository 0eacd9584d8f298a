/** A colour in OKLCH: lightness 0 to 1, chroma 0 to about 0.4, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];
type Rgb = readonly [number, number, number];

/** Bisection steps of the search for the chroma: precise to a thousandth of the requested value. */
const BISECTION_STEPS = 10;
/** Rounding tolerance of channels outside 0 to 1. */
const GAMUT_TOLERANCE = 0.0005;

/** The nearest displayable color as `#rrggbb`: chroma is reduced, lightness and hue are kept. */
export function hexOf([lightness, chroma, hue]: Oklch): string {
  const rgb = linearRgb(lightness, chroma, hue);
  return hexOfRgb(isInGamut(rgb) ? rgb : linearRgb(lightness, maxChroma(lightness, chroma, hue), hue));
}

function maxChroma(lightness: number, chroma: number, hue: number): number {
  let [low, high] = [0, chroma];
  for (let step = 0; step < BISECTION_STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isInGamut(linearRgb(lightness, middle, hue))) low = middle;
    else high = middle;
  }
  return low;
}

function isInGamut(rgb: Rgb): boolean {
  return rgb.every((channel) => channel >= -GAMUT_TOLERANCE && channel <= 1 + GAMUT_TOLERANCE);
}

function hexOfRgb(rgb: Rgb): string {
  return `#${rgb.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast of two colors (`#rgb` or `#rrggbb`) by WCAG, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Björn Ottosson's matrices from OKLab to linear sRGB. */
function linearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function byteOf(linear: number): number {
  const channel = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, channel)) * 255);
}
