import { GOLD, polar, polygon, repeat, ribbon, ring, star, tone } from './ink.ts';

type Draw = (hue: number) => string;

const WAVES =
  '<path d="M-92 58q15-14 30.700 0t30.700 0t30.700 0t30.700 0t30.700 0t30.700 0V84Q0 104-92 84Z" fill="url(#sea)"/>' +
  '<path d="M-80 76q13-10 26 0t26 0t26 0t26 0t26 0t26 0" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/>';

const ANCHOR =
  'M-10-44H10V54C34 50 52 36 58 16L40 22L66-18L86 22L72 18C66 56 40 80 0 88C-40 80-66 56-72 18L-86 22L-66-18L-40 22L-58 16C-52 36-34 50-10 54ZM-38-34H38V-18H-38Z';

/** Symbols of the sea: sails, brass and spray. */
export const HARBOUR: Readonly<Record<string, Draw>> = {
  wild: () =>
    polygon(
      [
        [0, -58],
        [-98, -92],
        [-98, -34],
      ],
      GOLD.light,
      'opacity=".4"',
    ) +
    polygon(
      [
        [0, -58],
        [98, -92],
        [98, -34],
      ],
      GOLD.light,
      'opacity=".4"',
    ) +
    polygon(
      [
        [-30, 84],
        [-18, -42],
        [18, -42],
        [30, 84],
      ],
      '#f4f1ea',
    ) +
    polygon(
      [
        [4, 84],
        [2, -42],
        [18, -42],
        [30, 84],
      ],
      '#c9c2b6',
    ) +
    polygon(
      [
        [-20.5, -16],
        [20.5, -16],
        [23.5, 14],
        [-23.5, 14],
      ],
      '#d2303a',
    ) +
    polygon(
      [
        [-26, 42],
        [26, 42],
        [29, 72],
        [-29, 72],
      ],
      '#d2303a',
    ) +
    '<path d="M-26-44H26V-52H-26Z" fill="url(#rim)"/><path d="M-17-52H17V-76H-17Z" fill="#fff3c0"/><path d="M-17-52V-76M0-52V-76M17-52V-76" stroke="#6b4409" stroke-width="4"/>' +
    '<path d="M-22-76H22L0-98Z" fill="#b51e2b" stroke="url(#rim)" stroke-width="4" stroke-linejoin="round"/>' +
    ribbon('WILD'),
  ship: () =>
    '<path d="M-4 46V-92" stroke="#5a2a12" stroke-width="7" stroke-linecap="round"/>' +
    '<path d="M2-86C46-62 66-18 62 30L2 36C18-4 18-46 2-86Z" fill="url(#sail)" stroke="#7d6a45" stroke-width="2.500"/>' +
    '<path d="M-10-72C-44-44-62-4-62 30L-10 36C-24 0-24-36-10-72Z" fill="url(#sail)" stroke="#7d6a45" stroke-width="2.500"/>' +
    '<path d="M10-56C36-36 46-8 46 18M-18-44C-36-20-46 2-47 20" fill="none" stroke="#b8a98c" stroke-width="2.500"/>' +
    '<path d="M2-34C26-28 50-20 60-8L62 8C46-4 24-12 8-16Z" fill="#d2303a" opacity=".9"/>' +
    '<path d="M-4-92L-34-84L-4-74Z" fill="#d2303a"/>' +
    '<path d="M-80 40C-40 50 40 50 84 36C78 66 60 78 40 82H-44C-64 76-76 62-80 40Z" fill="url(#wood)" stroke="url(#rim)" stroke-width="5" stroke-linejoin="round"/>' +
    `<path d="M-66 56C-30 62 36 62 70 52" fill="none" stroke="${GOLD.mid}" stroke-width="4"/>${WAVES}`,
  anchor: () =>
    `<path d="${ANCHOR}" fill="#1c0f02" opacity=".5" transform="translate(4 6)"/>` +
    '<circle cy="-66" r="20" fill="none" stroke="#6b4409" stroke-width="15"/><circle cy="-66" r="20" fill="none" stroke="url(#rim)" stroke-width="11"/>' +
    `<path d="${ANCHOR}" fill="url(#face)" stroke="${GOLD.deep}" stroke-width="3.500" stroke-linejoin="round"/>` +
    '<path d="M-5-42V66M-36-31H36" stroke="#fff" stroke-opacity=".6" stroke-width="4" stroke-linecap="round"/>' +
    '<path d="M18-62C62-58 54-20 16-6C-26 10-44 34-14 52" fill="none" stroke="#5b3a14" stroke-width="12" stroke-linecap="round"/>' +
    '<path d="M18-62C62-58 54-20 16-6C-26 10-44 34-14 52" fill="none" stroke="#e9d3a4" stroke-width="8" stroke-linecap="round"/>' +
    '<path d="M18-62C62-58 54-20 16-6C-26 10-44 34-14 52" fill="none" stroke="#8a6a35" stroke-width="8" stroke-dasharray="2 7"/>',
  compass: (hue) =>
    `<circle r="90" fill="${GOLD.deep}"/><circle r="88" fill="url(#rim)"/><circle r="73" fill="${tone(0.27, 0.07, hue)}"/><circle r="73" fill="url(#shade)" opacity=".7"/>` +
    repeat(24, (i) => {
      const [x, y] = polar(i % 2 ? 66 : 62, (i * Math.PI) / 12);
      const [ox, oy] = polar(70, (i * Math.PI) / 12);
      return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}L${ox.toFixed(1)} ${oy.toFixed(1)}" stroke="${GOLD.light}" stroke-width="2.500"/>`;
    }) +
    polygon(star(4, 46, 15, -Math.PI / 4), GOLD.dark, `stroke="${GOLD.deep}" stroke-width="1.500"`) +
    repeat(4, (i) => {
      const angle = (i * Math.PI) / 2 - Math.PI / 2;
      const tip = polar(64, angle);
      return (
        polygon([tip, polar(15, angle + 0.79), [0, 0]], i === 0 ? '#a5131f' : GOLD.mid) +
        polygon([tip, polar(15, angle - 0.79), [0, 0]], i === 0 ? '#f0525b' : GOLD.pale)
      );
    }) +
    '<circle r="9" fill="url(#face)"/><path d="M-58-52A78 78 0 0 1 8-78" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="6" stroke-linecap="round"/>',
  gull: () =>
    '<circle r="86" fill="url(#sea)" stroke="url(#rim)" stroke-width="7"/>' +
    '<circle cx="30" cy="-26" r="26" fill="#ffe9a8"/><circle cx="30" cy="-26" r="26" fill="url(#shade)" opacity=".35"/>' +
    '<path d="M-74 44Q-48 30-20 44T40 44T76 40A86 86 0 0 1-74 44Z" fill="#0e3d6b" opacity=".65"/>' +
    '<path d="M-6 12C-22-34-58-54-94-46C-74-34-60-14-50 8C-40 22-24 26-8 26Z" fill="#fff"/>' +
    '<path d="M4 12C20-38 56-62 96-58C76-42 64-18 52 6C42 22 24 28 8 26Z" fill="#fff"/>' +
    '<path d="M-94-46C-74-34-60-14-50 8C-56-18-70-38-94-46ZM96-58C76-42 64-18 52 6C58-22 72-46 96-58Z" fill="#48505e"/>' +
    '<path d="M-50 8C-40 22-24 26-8 26L8 26C24 28 42 22 52 6C40 14 22 16 0 14C-22 16-38 14-50 8Z" fill="#c7d2df"/>' +
    '<path d="M-22 10C-24-8-8-18 6-16C20-14 26-2 24 12C22 34 10 56-6 66C-12 50-22 32-22 10Z" fill="#fff"/>' +
    '<path d="M24 12C22 34 10 56-6 66C-2 46 4 26 6 8Z" fill="#cfd8e3"/><path d="M-2-18L-22-8L-4-2Z" fill="#f4a321"/><circle cx="2" cy="-8" r="3.600" fill="#15202e"/>',
  shell: () =>
    '<path d="M-22 62L22 62L30 84L-30 84Z" fill="url(#pearl)" stroke="#8d3944" stroke-width="3"/>' +
    repeat(9, (i) => {
      const angle = -Math.PI / 2 + (i - 4) * 0.33;
      const [ax, ay] = polar(122 - Math.abs(i - 4) * 5, angle - 0.17);
      const [bx, by] = polar(122 - Math.abs(i - 4) * 5, angle + 0.17);
      const [tx, ty] = polar(142 - Math.abs(i - 4) * 6, angle);
      const at = (x: number, y: number) => `${x.toFixed(1)} ${(y + 66).toFixed(1)}`;
      return (
        `<path d="M0 70L${at(ax, ay)}Q${at(tx, ty)} ${at(bx, by)}Z" fill="url(#pearl)" stroke="#a84a56" stroke-width="2.500" stroke-linejoin="round"/>` +
        `<path d="M0 62L${at(ax * 0.94 + tx * 0.02, ay * 0.94)}" stroke="#fff" stroke-opacity=".7" stroke-width="3"/>`
      );
    }) +
    '<path d="M-70-6Q0-46 70-6M-46 26Q0-2 46 26" fill="none" stroke="#c95d6a" stroke-opacity=".6" stroke-width="3"/>' +
    '<circle cy="58" r="17" fill="#fff7ee"/><circle cy="58" r="17" fill="url(#shade)" opacity=".7"/>' +
    polygon(ring(4, 0), 'none'),
};
