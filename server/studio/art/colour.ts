type Linear = readonly [red: number, green: number, blue: number];

/** OKLCH to `#rrggbb`; chroma is reduced until the colour fits into sRGB, so lightness and hue are kept. */
export function colour(lightness: number, chroma: number, hue: number): string {
  const turned = ((hue % 360) + 360) % 360;
  let low = 0;
  let high = chroma;
  if (fits(linear(lightness, chroma, turned))) low = chroma;
  else {
    for (let step = 0; step < 10; step += 1) {
      const middle = (low + high) / 2;
      if (fits(linear(lightness, middle, turned))) low = middle;
      else high = middle;
    }
  }
  return `#${linear(lightness, low, turned).map(channel).join('')}`;
}

/** WCAG contrast of two `#rrggbb` colours. */
export function contrast(one: string, other: string): number {
  const [bright, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

function linear(lightness: number, chroma: number, hue: number): Linear {
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

function fits(rgb: Linear): boolean {
  return rgb.every((value) => value >= -0.0005 && value <= 1.0005);
}

function channel(value: number): string {
  const clamped = Math.min(1, Math.max(0, value));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
