import type { Palette } from './palette.ts';

type Stop = readonly [offset: number, colour: string, opacity?: number];

/** Gradients that pictures use by name, as `url(#rim)`. */
const GRADIENTS: Readonly<Record<string, (colours: Palette) => string>> = {
  ground: ({ ground }) => straight('x2=".35" y2="1"', [0, ground[0]], [0.5, ground[1]], [1, ground[2]]),
  glow: ({ tint, ground }) => round('cx=".5" cy=".43" r=".56"', [0, tint, 0.62], [0.45, ground[0], 0.34], [1, ground[0], 0]),
  foot: ({ ground }) => straight('x2="0" y2="1"', [0.52, ground[2], 0], [0.84, ground[2], 0.95]),
  rim: ({ metal }) => straight('x2=".7" y2="1"', [0, metal[4]], [0.36, metal[2]], [0.62, metal[0]], [1, metal[2]]),
  bar: ({ metal }) => straight('x2="1" y2="0"', [0, metal[0]], [0.3, metal[4]], [0.62, metal[2]], [1, metal[0]]),
  face: ({ metal }) => round('cx=".35" cy=".3" r=".85"', [0, metal[4]], [0.5, metal[2]], [1, metal[0]]),
  lamp: ({ second }) => round('cx=".42" cy=".42" r=".68"', [0, second[3]], [0.55, second[1]], [1, second[0]]),
  orb: ({ accent }) => round('cx=".36" cy=".3" r=".8"', [0, accent[4]], [0.42, accent[2]], [1, accent[0]]),
  petal: ({ accent }) => straight('y1="1" x2="0" y2="0"', [0, accent[0]], [1, accent[3]]),
  bloom: ({ accent }) => straight('y1="1" x2="0" y2="0"', [0, accent[1]], [1, accent[4]]),
  blaze: ({ second, metal }) => straight('y1="1" x2="0" y2="0"', [0, second[1]], [0.6, second[3]], [1, metal[4]]),
  cloth: ({ second }) => straight('x2="1" y2=".4"', [0, second[2]], [1, second[0]]),
  leaf: () => straight('x2=".6" y2="1"', [0, '#9bdc6a'], [0.5, '#3f9a4d'], [1, '#14532f']),
  wood: ({ metal, ink }) => straight('x2="0" y2="1"', [0, metal[1]], [0.35, metal[0]], [1, ink]),
  pearl: () => round('cx=".36" cy=".3" r=".85"', [0, '#fff'], [0.55, '#e6e8ee'], [1, '#969db0']),
  shade: () => round('cx=".36" cy=".28" r=".82"', [0, '#fff', 0.35], [0.45, '#fff', 0], [1, '#05060c', 0.55]),
  title: ({ metal }) => straight('x2="0" y2="1"', [0, '#fff'], [0.5, metal[4]], [1, metal[2]]),
  candy: ({ accent }) => straight('x2="0" y2="1"', [0, '#fff'], [0.45, accent[4]], [1, accent[3]]),
};

/**
 * Definitions of the gradients that `markup` names, and the markup with all its names prefixed, so that several pictures
 * may stand in one document.
 */
export function painted(markup: string, colours: Palette, prefix: string): { readonly definitions: string; readonly markup: string } {
  const used = new Set([...markup.matchAll(/url\(#([a-z]+)\)/g)].map(([, name]) => name ?? ''));
  let definitions = '';
  for (const name of used) {
    const gradient = GRADIENTS[name];
    if (gradient) definitions += gradient(colours).replace('>', ` id="${prefix}${name}">`);
  }
  return {
    definitions,
    markup: markup.replaceAll('url(#', `url(#${prefix}`).replaceAll('href="#', `href="#${prefix}`).replaceAll(' id="', ` id="${prefix}`),
  };
}

function straight(direction: string, ...stops: Stop[]): string {
  return `<linearGradient x1="0" ${direction.startsWith('y1') ? direction : `y1="0" ${direction}`}>${stops.map(stop).join('')}</linearGradient>`;
}

function round(place: string, ...stops: Stop[]): string {
  return `<radialGradient ${place}>${stops.map(stop).join('')}</radialGradient>`;
}

function stop([offset, tone, opacity = 1]: Stop): string {
  return `<stop offset="${offset}" stop-color="${tone}"${opacity === 1 ? '' : ` stop-opacity="${opacity}"`}/>`;
}
