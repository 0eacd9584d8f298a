import type { FishVariant } from '../../../shared/games/catalogue.ts';
import { filledMarkup } from '../../../shared/games/svg-file.ts';
import { drawing } from '../lib/dom.ts';

const repeat = (count: number, draw: (index: number) => string) => Array.from({ length: count }, (_, index) => draw(index)).join('');

/** Drawings of things on the floor and of the launcher, by file name. */
const FILES = import.meta.glob<string>('./scenery/*.svg', { eager: true, query: '?raw', import: 'default' });

function picture(name: string, parts: Readonly<Record<string, string | number>> = {}): string {
  return filledMarkup(FILES[`./scenery/${name}.svg`] ?? '', parts);
}

function placed(x: number, y: number, size: number, inner: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})">${inner}</g>`;
}

const coral = (x: number, y: number, size: number, tone: string) => placed(x, y, size, picture('coral', { tone }));
const fan = (x: number, y: number, size: number, tone: string) => placed(x, y, size, picture('fan', { tone }));
const rock = (x: number, y: number, size: number) => placed(x, y, size, picture('rock'));
const column = (x: number, y: number, size: number) => placed(x, y, size, picture('column'));

/** `lean` moves the tips to the side. */
function weed(x: number, y: number, size: number, tone: string, lean: number): string {
  const tips = { a: 14 + lean, b: -4 + lean, c: 18 + lean, d: -6 + lean, e: 34 + lean, f: 22 + lean, g: 40 + lean };
  return placed(x, y, size, picture('weed', { tone, ...tips }));
}

const FLOORS: Readonly<Record<FishVariant, () => string>> = {
  reef: () =>
    rock(150, 560, 1.7) +
    rock(880, 566, 1.9) +
    fan(90, 560, 1.2, '#c85cc0') +
    coral(230, 566, 1.25, '#ff7d6b') +
    coral(820, 570, 1.4, '#ffb347') +
    fan(930, 566, 1.1, '#5f7df2') +
    weed(320, 580, 1, '#3fae6a', 6) +
    weed(720, 584, 1.1, '#2f9a72', -8) +
    coral(640, 592, 0.7, '#f25c9a') +
    coral(390, 594, 0.65, '#ffd166'),
  lagoon: () =>
    column(120, 560, 1.25) +
    `<g transform="translate(250 570) rotate(74)">${column(0, 0, 0.9)}</g>` +
    column(905, 566, 1.5) +
    rock(820, 572, 1.3) +
    rock(60, 574, 1.2) +
    weed(190, 580, 1.5, '#46b86e', 10) +
    weed(330, 588, 1.1, '#2f8f62', -6) +
    weed(700, 584, 1.6, '#3ea56d', -12) +
    weed(770, 590, 1.1, '#67c97f', 8) +
    weed(960, 588, 1.4, '#2f8f62', 4) +
    coral(620, 596, 0.6, '#ff9f6b'),
  deep: () =>
    picture('cliffs') +
    rock(360, 588, 1.1) +
    rock(640, 592, 1) +
    coral(240, 574, 0.9, '#7a5cff') +
    coral(770, 574, 1, '#36c6d9') +
    fan(120, 520, 0.8, '#8a46c9') +
    repeat(
      26,
      (i) =>
        `<circle cx="${(i * 397) % 1000}" cy="${40 + ((i * 211) % 520)}" r="${1.6 + (i % 4)}" fill="${i % 3 ? '#8ff3ff' : '#ffe9a8'}" opacity="${(0.25 + (i % 5) * 0.12).toFixed(2)}"/>`,
    ),
};

/** Cropped to fill the scene. */
function layer(inner: string, names: string): SVGSVGElement {
  const element = drawing('0 0 1000 600', inner);
  element.setAttribute('preserveAspectRatio', 'xMidYMax slice');
  element.classList.add('scenery', ...names.split(' '));
  return element;
}

/** Light from above and the floor below. Moving parts are separate layers: inside one drawing they would repaint it with every frame. */
export function scenery(variant: FishVariant): readonly SVGSVGElement[] {
  const rays = repeat(6, (i) => {
    const x = 60 + i * 170;
    return `<polygon points="${x},-20 ${x + 60},-20 ${x - 60 + i * 8},620 ${x - 220 + i * 8},620" fill="#fff" opacity="${(0.05 + (i % 3) * 0.025).toFixed(3)}"/>`;
  });
  const bubbles = repeat(
    14,
    (i) =>
      `<circle cx="${(i * 271 + 60) % 1000}" cy="${60 + ((i * 173) % 460)}" r="${3 + (i % 4) * 2.5}" fill="#fff" fill-opacity=".08" stroke="#fff" stroke-opacity=".35" stroke-width="1.500"/>`,
  );
  const floor = layer(`${bubbles}${FLOORS[variant]()}${picture('sand')}`, 'sea-floor');
  return variant === 'deep' ? [floor] : [layer(rays, 'sea-rays'), floor];
}

/** Colours of a launcher. */
const GOLD = { name: 'gold', dark: '#8a5a10', light: '#fff2c8', middle: '#dca62c', end: '#7a4d0a', edge: '#5c3908' };
const STEEL = { name: 'steel', dark: '#39485f', light: '#e4edf8', middle: '#8ea3bf', end: '#2f3c51', edge: '#232d3d' };

/**
 * A launcher's foot and its barrel; the barrel points up and turns around (0, 0). The player's own is gold, all others are
 * steel; the ring and the rivets have the colour of the seat.
 */
export function launcher(own: boolean): { readonly foot: SVGSVGElement; readonly barrel: SVGSVGElement } {
  const tones = own ? GOLD : STEEL;
  return {
    barrel: drawing('-40 -110 80 150', picture('barrel', tones)),
    foot: drawing('-80 -46 160 60', picture('foot', tones)),
  };
}
