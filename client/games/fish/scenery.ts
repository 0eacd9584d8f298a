import type { FishVariant } from '../../../shared/games/catalogue.ts';
import { drawing } from '../lib/dom.ts';

const repeat = (count: number, draw: (index: number) => string) => Array.from({ length: count }, (_, index) => draw(index)).join('');

/** Staghorn coral: a stem that forks three times. */
function coral(x: number, y: number, size: number, tone: string): string {
  const fork =
    'M0 0C-2 -20 -22 -24 -24 -54M-8 -22C-10 -36 -40 -34 -44 -56M0 -6C4 -30 2 -44 6 -72M4 -30C14 -38 22 -44 24 -64M2 -10C20 -18 40 -20 44 -46';
  return `<g transform="translate(${x} ${y}) scale(${size})" fill="none" stroke-linecap="round"><path d="${fork}" stroke="#05060c" stroke-opacity=".3" stroke-width="15"/><path d="${fork}" stroke="${tone}" stroke-width="11"/><path d="${fork}" stroke="#fff" stroke-opacity=".3" stroke-width="3" transform="translate(-2 -2)"/></g>`;
}

function fan(x: number, y: number, size: number, tone: string): string {
  const ribs = repeat(9, (i) => `<path d="M0 0Q${(i - 4) * 9} -36 ${(i - 4) * 17} ${-72 + Math.abs(i - 4) * 7}"/>`);
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M0 4C-62 -14 -80 -58 -62 -70C-30 -92 30 -92 62 -70C80 -58 62 -14 0 4Z" fill="${tone}" opacity=".62"/><g fill="none" stroke="${tone}" stroke-width="4" stroke-linecap="round">${ribs}</g></g>`;
}

function weed(x: number, y: number, size: number, tone: string, lean: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><g><path d="M-6 0C-20 -30 ${14 + lean} -54 ${-4 + lean} -92C${18 + lean} -64 ${-6 + lean} -34 8 0Z" fill="${tone}"/><path d="M10 0C4 -24 ${34 + lean} -40 ${22 + lean} -70C${40 + lean} -46 ${22 + lean} -24 22 0Z" fill="${tone}" opacity=".8"/></g></g>`;
}

function rock(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-70 6C-72 -26 -48 -34 -36 -54C-20 -66 4 -50 14 -44C38 -46 62 -20 68 6Z" class="sea-rock"/><path d="M-60 -10C-56 -26 -40 -32 -32 -48C-18 -58 -2 -48 8 -42C-14 -40 -30 -24 -60 -10Z" fill="#fff" opacity=".12"/></g>`;
}

function column(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})" class="sea-ruin"><path d="M-24 0L-19 -120H19L24 0Z"/><path d="M-30 -120H30V-136H-30ZM-34 0H34V14H-34Z"/><path d="M-10 -2L-8 -118M2 -2V-118M13 -2L11 -118" stroke="#05060c" stroke-opacity=".25" stroke-width="4" fill="none"/></g>`;
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
    `<path d="M-10 620V330C40 340 70 420 110 430C140 470 190 470 220 540L260 620Z" class="sea-rock"/><path d="M1010 620V290C960 320 950 400 900 420C880 480 820 480 790 550L750 620Z" class="sea-rock"/>` +
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
  const sand = '<path d="M-10 620V566C140 536 300 574 470 566C640 556 800 540 1010 572V620Z" class="sea-sand"/>';
  const floor = layer(`${bubbles}${FLOORS[variant]()}${sand}`, 'sea-floor');
  return variant === 'deep' ? [floor] : [layer(rays, 'sea-rays'), floor];
}

/**
 * A launcher's foot and its barrel; the barrel points up and turns around (0, 0). The player's own is gold, all others are
 * steel; the ring and the rivets have the colour of the seat.
 */
export function launcher(own: boolean): { readonly foot: SVGSVGElement; readonly barrel: SVGSVGElement } {
  const [name, dark, light, middle, end, edge] = own
    ? ['gold', '#8a5a10', '#fff2c8', '#dca62c', '#7a4d0a', '#5c3908']
    : ['steel', '#39485f', '#e4edf8', '#8ea3bf', '#2f3c51', '#232d3d'];
  const metal = `<defs><linearGradient id="l-${name}" x2="1" y2="0"><stop stop-color="${dark}"/><stop offset=".35" stop-color="${light}"/><stop offset=".65" stop-color="${middle}"/><stop offset="1" stop-color="${end}"/></linearGradient></defs>`;
  const paint = `fill="url(#l-${name})" stroke="${edge}" stroke-width="2"`;
  return {
    barrel: drawing(
      '-40 -110 80 150',
      `${metal}<path d="M-20 20C-28 -20 -22 -60 -15 -92H15C22 -60 28 -20 20 20C10 30 -10 30 -20 20Z" ${paint}/><path d="M-19 -96H19V-82H-19Z" ${paint}/><path d="M-24 -30H24V-18H-24Z" class="seat-tone" stroke="#10141f" stroke-opacity=".6" stroke-width="2"/><ellipse cy="-96" rx="15" ry="4" fill="#241503"/><circle cy="2" r="12" class="seat-tone" stroke="#fff" stroke-width="2"/><circle cx="-4" cy="-2" r="4" fill="#fff"/>`,
    ),
    foot: drawing(
      '-80 -46 160 60',
      `<path d="M-72 14C-66 -20 -36 -42 0 -42C36 -42 66 -20 72 14Z" fill="#3b4256" stroke="${middle}" stroke-width="4"/><path d="M-58 6C-50 -18 -28 -32 0 -34C-26 -26 -44 -12 -50 6Z" fill="#fff" opacity=".25"/><circle cx="-40" cy="0" r="4" class="seat-tone"/><circle cx="40" cy="0" r="4" class="seat-tone"/>`,
    ),
  };
}
