import { cutStone } from './facets.ts';
import type { Palette } from './palette.ts';
import { between, pick, type Random } from './random.ts';
import { at, box, disc, line, oval, type Point, path, polar, round, sparkle, times } from './shapes.ts';

const CAPS = 'stroke-linecap="round"';

/** A lotus; the seed opens it more or less. */
export function lotus(colours: Palette, random: Random): string {
  const { metal, accent } = colours;
  const spread = between(random, 17, 22);
  const petal = (index: number, count: number, step: number, d: string, paint: string): string => {
    const middle = (count - 1) / 2;
    const size = 1 - Math.abs(index - middle) * 0.05;
    return `<g transform="translate(0 58) rotate(${round((index - middle) * step)}) scale(${size})">${path(d, paint, `stroke="${metal[3]}" stroke-width="2.2"`)}${line('M0 -14V-70', accent[4], 1.5, 'opacity=".55"')}</g>`;
  };
  const row = (count: number, step: number, d: string, paint: string) =>
    order(count)
      .map((index) => petal(index, count, step, d, paint))
      .join('');
  return (
    row(9, spread, 'M0 0C-36 -40 -27 -98 0 -132C27 -98 36 -40 0 0Z', 'url(#petal)') +
    row(6, spread * 1.15, 'M0 2C-32 -34 -24 -80 0 -106C24 -80 32 -34 0 2Z', 'url(#bloom)') +
    row(3, spread * 1.3, 'M0 6C-28 -24 -20 -58 0 -78C20 -58 28 -24 0 6Z', 'url(#bloom)') +
    path('M-90 58Q-50 74 0 70Q50 74 90 58Q52 92 0 90Q-52 92 -90 58Z', 'url(#rim)') +
    disc(0, -84, 4, '#fff') +
    sparkle(48, -64, 14, '#fff')
  );
}

/** Outermost first, so that the middle petal lies on top. */
function order(count: number): number[] {
  const middle = (count - 1) / 2;
  return Array.from({ length: count }, (_, index) => index).sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
}

/** A paper lantern: round, tall or six-sided. */
export function lantern(colours: Palette, random: Random): string {
  return pick(random, [roundLantern, tallLantern, palaceLantern])(colours) + disc(0, -4, 30, '#fff4cf', 'opacity=".25"');
}

function roundLantern(colours: Palette): string {
  const { metal } = colours;
  return (
    hook(metal[2]) +
    oval(0, -6, 82, 62, 'url(#lamp)') +
    [24, 50, 70].map((radius) => oval(0, -6, radius, 62, 'none', `stroke="${metal[2]}" stroke-width="2.4" opacity=".8"`)).join('') +
    line('M0 -68V56', metal[2], 2.4, 'opacity=".8"') +
    caps(34, -80, 50) +
    tassel(colours, 64) +
    oval(-38, -34, 15, 22, '#fff', 'opacity=".3" transform="rotate(26 -38 -34)"')
  );
}

function tallLantern(colours: Palette): string {
  const { metal } = colours;
  const ribs = times(6, (index) =>
    line(
      `M${-44 + Math.abs(index - 2.5) * 3} ${-54 + index * 21}Q0 ${-44 + index * 21} ${44 - Math.abs(index - 2.5) * 3} ${-54 + index * 21}`,
      metal[2],
      2.2,
      'opacity=".75"',
    ),
  );
  return (
    hook(metal[2]) +
    path('M-34 -70C-62 -40 -62 32 -34 60H34C62 32 62 -40 34 -70Z', 'url(#lamp)', `stroke="${metal[1]}" stroke-width="2"`) +
    ribs +
    caps(38, -82, 56) +
    tassel(colours, 70) +
    oval(-28, -20, 9, 30, '#fff', 'opacity=".3" transform="rotate(6 -28 -20)"')
  );
}

function palaceLantern(colours: Palette): string {
  const { metal, second } = colours;
  const pane = (x: number, width: number, paint: string) => box(x, -46, width, 92, 2, paint, 'stroke="url(#rim)" stroke-width="4"');
  return (
    hook(metal[2]) +
    path(
      'M-16 -76H16L66 -50Q72 -46 84 -50L70 -38H-70L-84 -50Q-72 -46 -66 -50Z',
      'url(#cloth)',
      'stroke="url(#rim)" stroke-width="3.5" stroke-linejoin="round"',
    ) +
    pane(-58, 34, second[1]) +
    pane(24, 34, second[0]) +
    pane(-26, 52, 'url(#lamp)') +
    path('M0 -22L18 0L0 22L-18 0Z', 'none', `stroke="${metal[3]}" stroke-width="3"`) +
    path('M0 -10L8 0L0 10L-8 0Z', metal[3]) +
    line('M-41 -30V30M41 -30V30', metal[3], 2, 'opacity=".6"') +
    box(-64, 46, 128, 11, 4, 'url(#bar)') +
    tassel(colours, 57) +
    at(-70, -40, tassel(colours, 0), 0.5) +
    at(70, -40, tassel(colours, 0), 0.5)
  );
}

function hook(tone: string): string {
  return line('M0 -100V-78', tone, 5, CAPS);
}

function caps(half: number, top: number, bottom: number): string {
  return box(-half, top, half * 2, 14, 5, 'url(#bar)') + box(-half, bottom, half * 2, 14, 5, 'url(#bar)');
}

function tassel({ metal, second }: Palette, top: number): string {
  return (
    disc(0, top + 5, 6, second[2], `stroke="${metal[3]}" stroke-width="2"`) +
    times(7, (index) =>
      line(
        `M${-9 + index * 3} ${top + 12}Q${-12 + index * 4} ${top + 24} ${-13.5 + index * 4.5} ${top + 34 + (index % 2) * 4}`,
        metal[2],
        2.6,
        CAPS,
      ),
    )
  );
}

/** A slit eye in a ring of flames. */
export function eye(colours: Palette, random: Random): string {
  const { second, metal, accent, ink } = colours;
  const count = pick(random, [12, 14, 18]);
  const flame = (index: number): string => {
    const angle = (index * 2 * Math.PI) / count;
    const [a, b, c] = [polar(60, angle + 0.3), polar(index % 2 ? 82 : 98, angle), polar(56, angle - 0.12)].map(
      ([x, y]) => `${round(x)} ${round(y)}`,
    );
    return path(`M0 0Q${a} ${b}Q${c} 0 0Z`, index % 2 ? second[2] : second[1], `stroke="${metal[3]}" stroke-width="1.6"`);
  };
  return (
    times(count, flame) +
    path('M-76 4Q-6 -64 76 4Q6 60 -76 4Z', ink, 'stroke="url(#rim)" stroke-width="6" stroke-linejoin="round"') +
    disc(0, 1, 34, 'url(#orb)') +
    disc(0, 1, 34, 'none', `stroke="${metal[3]}" stroke-width="2.5"`) +
    times(24, (index) => line(`M0 -16V-31`, accent[4], 1.5, `opacity=".6" transform="translate(0 1) rotate(${index * 15})"`)) +
    path('M0 -32Q13 1 0 34Q-13 1 0 -32Z', '#0b0d14') +
    disc(-11, -13, 6.5, '#fff', 'opacity=".95"') +
    disc(9, 14, 3, '#fff', 'opacity=".6"') +
    line('M-62 -8Q-6 -54 54 -14', '#fff', 3, `${CAPS} opacity=".5"`)
  );
}

/** A shield: heater with chevrons, or round with boss and bands. */
export function shield(colours: Palette, random: Random): string {
  return pick(random, [heaterShield, roundShield])(colours);
}

function heaterShield(colours: Palette): string {
  const { metal, accent, ink } = colours;
  const chevron = (index: number) =>
    path(
      `M-44 ${-26 + index * 30}L0 ${0 + index * 30}L44 ${-26 + index * 30}V${-10 + index * 30}L0 ${16 + index * 30}L-44 ${-10 + index * 30}Z`,
      metal[3 - index] ?? metal[1],
      `stroke="${ink}" stroke-opacity=".35"`,
    );
  return (
    path('M0 -90L76 -64V-2C76 42 42 74 0 92C-42 74 -76 42 -76 -2V-64Z', 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    path('M0 -77L64 -55V-2C64 36 35 62 0 78C-35 62 -64 36 -64 -2V-55Z', accent[2]) +
    path('M0 -77L64 -55V-2C64 36 35 62 0 78Z', accent[0]) +
    times(3, chevron) +
    path('M-54 -47L0 -65V-55L-54 -37Z', '#fff', 'opacity=".4"') +
    sparkle(50, -66, 14, '#fff')
  );
}

function roundShield(colours: Palette): string {
  const { metal, accent, second } = colours;
  const wedge = (index: number) => {
    const [from, to] = [polar(76, (index * Math.PI) / 4), polar(76, ((index + 1) * Math.PI) / 4)].map(
      ([x, y]) => `${round(x)} ${round(y)}`,
    );
    return path(`M0 0L${from}A76 76 0 0 1 ${to}Z`, index % 2 ? accent[1] : second[1]);
  };
  return (
    disc(4, 7, 86, colours.ink, 'opacity=".5"') +
    disc(0, 0, 86, 'url(#rim)') +
    times(8, wedge) +
    times(8, (index) => line('M0 -22V-76', metal[2], 4, `transform="rotate(${index * 45})"`)) +
    disc(0, 0, 76, 'url(#shade)') +
    times(16, (index) => disc(...polar(81, (index * Math.PI) / 8 + 0.2), 3, metal[0])) +
    disc(0, 0, 29, 'url(#rim)', `stroke="${metal[0]}" stroke-width="2"`) +
    disc(0, 0, 21, 'url(#face)') +
    cutStone(
      [
        [0, -13],
        [11, 0],
        [0, 13],
        [-11, 0],
      ],
      [0.5],
      accent,
    )
  );
}

/** A pagoda of three roofs. */
export function pagoda(colours: Palette): string {
  const { second, metal, ink } = colours;
  const floor = (y: number, half: number) =>
    box(-half * 0.62, y, half * 1.24, 28, 2, second[0], `stroke="${metal[1]}" stroke-width="2"`) +
    times(3, (index) => box(-half * 0.46 + index * half * 0.36, y + 6, half * 0.2, 17, 2, metal[4])) +
    path(
      `M${-half - 12} ${y - 2}Q${-half * 0.8} ${y - 4} ${-half * 0.5} ${y - 22}H${half * 0.5}Q${half * 0.8} ${y - 4} ${half + 12} ${y - 2}Q${half} ${y + 8} ${half * 0.7} ${y + 7}H${-half * 0.7}Q${-half} ${y + 8} ${-half - 12} ${y - 2}Z`,
      'url(#cloth)',
      'stroke="url(#rim)" stroke-width="3.5" stroke-linejoin="round"',
    );
  return (
    floor(54, 74) +
    floor(8, 58) +
    floor(-36, 42) +
    line('M0 -60V-96', 'url(#rim)', 5, CAPS) +
    disc(0, -72, 6, metal[3]) +
    disc(0, -84, 4, metal[3]) +
    box(-82, 82, 164, 12, 4, 'url(#bar)') +
    path('M-12 82V62Q0 50 12 62V82Z', ink)
  );
}

/** A fruit cut open, with leaves. */
export function fruit(colours: Palette, random: Random): string {
  const { accent, second, ink } = colours;
  const seeds = times(7, (index) => {
    const [x, y] = polar(15, index * 0.9, 22, 26) as Point;
    return oval(x, y * 1.06, 5, 6.5, ink) + disc(x - 1.5, y * 1.06 - 2, 1.6, '#fff', 'opacity=".8"');
  });
  const lean = between(random, -16, 6);
  return (
    path('M-12 -58C-34 -100 -70 -88 -84 -70C-66 -46 -36 -46 -12 -58Z', 'url(#leaf)') +
    path('M-8 -56C4 -96 40 -100 62 -84C52 -60 22 -48 -8 -56Z', 'url(#leaf)') +
    line('M-76 -70Q-44 -74 -14 -58M54 -82Q24 -78 -4 -58', '#fff', 2, 'opacity=".45"') +
    path(
      'M-10 -58C40 -62 66 -20 56 28C48 74 12 92 -14 88C-62 84 -84 36 -72 -6C-64 -36 -44 -56 -10 -58Z',
      'url(#orb)',
      'stroke="url(#rim)" stroke-width="4"',
    ) +
    path('M-56 -14C-50 -36 -30 -48 -10 -48C-30 -38 -44 -26 -48 -4Z', '#fff', 'opacity=".5"') +
    at(
      22,
      28,
      oval(0, 0, 56, 60, accent[3], 'stroke="url(#rim)" stroke-width="4"') +
        oval(0, 0, 47, 51, second[3]) +
        oval(0, 0, 38, 42, second[2]) +
        oval(0, 0, 22, 28, second[3]),
      1,
      lean,
    ) +
    seeds +
    sparkle(-46, -30, 12, '#fff')
  );
}
