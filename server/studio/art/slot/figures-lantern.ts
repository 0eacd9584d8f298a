import { GOLD, polar, repeat, ribbon, tone } from './ink.ts';

type Draw = (hue: number) => string;

const petal = (fill: string) =>
  `<path d="M0 0C-36-40-27-98 0-132C27-98 36-40 0 0Z" fill="${fill}" stroke="#fff" stroke-opacity=".8" stroke-width="2.500"/><path d="M0-12V-104" stroke="#fff" stroke-opacity=".4" stroke-width="2"/>`;

/** Symbols of the lantern festival: silk, fire and water. */
export const LANTERN: Readonly<Record<string, Draw>> = {
  wild: () =>
    `<circle cy="-20" r="84" fill="#ffb03a" opacity=".22"/><path d="M0-98V-78" stroke="url(#rim)" stroke-width="6"/>` +
    '<path d="M-74-16C-74-54-42-70 0-70C42-70 74-54 74-16C74 22 42 40 0 40C-42 40-74 22-74-16Z" fill="url(#fire)"/>' +
    [62, 42, 18]
      .map((x) => `<ellipse cy="-15" rx="${x}" ry="55" fill="none" stroke="${GOLD.light}" stroke-width="3" opacity=".75"/>`)
      .join('') +
    '<path d="M-74-16C-74-54-42-70 0-70C42-70 74-54 74-16C74 22 42 40 0 40C-42 40-74 22-74-16Z" fill="none" stroke="url(#rim)" stroke-width="6"/>' +
    '<path d="M-32-80H32V-64H-32Z" fill="url(#face)" stroke="#6b4409" stroke-width="2.500"/><ellipse cx="-34" cy="-36" rx="12" ry="22" fill="#fff" opacity=".35" transform="rotate(24 -34 -36)"/>' +
    ribbon('WILD', 58),
  scatter: (hue) =>
    `<circle cy="-14" r="80" fill="url(#moon)" stroke="url(#rim)" stroke-width="5"/>` +
    [
      [-30, -42, 13],
      [22, -56, 9],
      [34, -14, 15],
      [-40, 4, 8],
    ]
      .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#d9a441" opacity=".38"/>`)
      .join('') +
    `<path d="M-98 22c4-20 26-24 36-12c6-22 42-22 48 0c14-10 32-2 32 14c22-4 30 12 24 20H-84c-12 0-18-12-14-22Z" fill="${tone(0.95, 0.03, hue + 20)}"/>` +
    `<path d="M-98 22c4-20 26-24 36-12c6-22 42-22 48 0c14-10 32-2 32 14" fill="none" stroke="${tone(0.7, 0.12, hue + 20)}" stroke-width="4"/>` +
    ribbon('FREE', 60),
  dragon: () =>
    repeat(16, (i) => {
      const angle = -Math.PI + (i * Math.PI) / 8;
      const long = 98 - (i % 2) * 18;
      const [ax, ay] = polar(60, angle + 0.3, 0.8);
      const [bx, by] = polar(56, angle - 0.12, 0.8);
      const [tx, ty] = polar(long, angle, 0.94);
      return `<path d="M0 0Q${ax.toFixed(1)} ${ay.toFixed(1)} ${tx.toFixed(1)} ${ty.toFixed(1)}Q${bx.toFixed(1)} ${by.toFixed(1)} 0 0Z" fill="${i % 2 ? '#f7a531' : '#e2402c'}" stroke="#7a0f1a" stroke-width="2.500"/>`;
    }) +
    `<path d="M-80 4Q-6-66 80 4Q6 64-80 4Z" fill="#170a06" stroke="url(#rim)" stroke-width="7" stroke-linejoin="round"/>` +
    `<circle r="36" fill="url(#face)"/>${repeat(28, (i) => {
      const [x, y] = polar(16, (i * Math.PI) / 14);
      const [ox, oy] = polar(34, (i * Math.PI) / 14);
      return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}L${ox.toFixed(1)} ${oy.toFixed(1)}" stroke="#b3261b" stroke-width="2" opacity=".7"/>`;
    })}` +
    '<circle r="36" fill="none" stroke="#7a0f1a" stroke-width="3"/><path d="M0-34Q15 0 0 34Q-15 0 0-34Z" fill="#0b0508"/><circle cx="-12" cy="-15" r="8" fill="#fff" opacity=".95"/><circle cx="11" cy="13" r="3.500" fill="#fff" opacity=".6"/>',
  koi: (hue) =>
    `<g transform="rotate(-24)"><path d="M52 0C86-20 106-54 92-72C76-52 58-38 40-24ZM52 6C92 16 108 46 92 70C76 52 58 40 40 26Z" fill="url(#petal)" stroke="#fff" stroke-opacity=".8" stroke-width="2.500"/>` +
    '<path d="M-22-30C-10-66 24-76 42-64C32-48 20-36 10-26ZM-8 32C0 62 28 72 44 62C36 46 26 36 16 26Z" fill="url(#petal-front)" stroke="#fff" stroke-opacity=".8" stroke-width="2.500"/>' +
    '<path d="M-96 2C-80-32-36-44 4-34C36-26 52-12 64 2C52 18 34 30 2 36C-38 42-80 32-96 2Z" fill="#fdf6ec" stroke="url(#rim)" stroke-width="5"/>' +
    `<path d="M-44-37C-20-46 8-40 14-30C4-8-22-2-36-14C-44-22-48-30-44-37ZM20 10C34-2 50-4 60 2C52 16 40 24 28 28C18 26 14 18 20 10ZM-34 36C-30 22-12 18 0 26C2 32 0 36-4 37C-14 39-26 39-34 36Z" fill="url(#flame)"/>` +
    repeat(4, (row) =>
      repeat(
        6 - (row % 2),
        (i) =>
          `<path d="M${-30 + i * 15 + (row % 2) * 7.5} ${-20 + row * 12}a8 8 0 0 1 0 12" fill="none" stroke="${tone(0.5, 0.1, hue)}" stroke-width="2" opacity=".5"/>`,
      ),
    ) +
    '<path d="M-60-27C-48-10-48 14-60 29" fill="none" stroke="#b08a52" stroke-width="3.500"/><circle cx="-74" cy="-6" r="7.500" fill="#101420"/><circle cx="-76" cy="-8.500" r="2.600" fill="#fff"/><path d="M-94 8C-104 12-106 22-100 28" fill="none" stroke="#b08a52" stroke-width="3" stroke-linecap="round"/></g>',
  lotus: () =>
    repeat(
      9,
      (i) =>
        `<g transform="translate(0 60) rotate(${(i - 4) * 21}) scale(${(1.03 - Math.abs(i - 4) * 0.06).toFixed(2)})">${petal('url(#petal)')}</g>`,
    ) +
    repeat(5, (i) => `<g transform="translate(0 64) rotate(${(i - 2) * 27}) scale(.72)">${petal('url(#petal-front)')}</g>`) +
    '<path d="M-88 62Q0 96 88 62Q70 86 0 88Q-70 86-88 62Z" fill="url(#rim)"/>',
  fan: () =>
    repeat(13, (i) => {
      const from = -Math.PI + 0.16 + i * 0.2195;
      const to = from + 0.2195;
      const [ax, ay] = polar(128, from);
      const [bx, by] = polar(128, to);
      const [cx, cy] = polar(52, to);
      const [dx, dy] = polar(52, from);
      const at = (x: number, y: number) => `${x.toFixed(1)},${(y + 66).toFixed(1)}`;
      return `<polygon points="${at(ax, ay)} ${at(bx, by)} ${at(cx, cy)} ${at(dx, dy)}" fill="${i % 2 ? '#c9252f' : '#ef4d46'}"/><path d="M${at(dx * 0.1, dy * 0.1)}L${at(ax, ay)}" stroke="${GOLD.mid}" stroke-width="3"/>`;
    }) +
    `<path d="M-126.400 45.600A128 128 0 0 1 126.400 45.600" fill="none" stroke="url(#rim)" stroke-width="9" transform="scale(1 1)"/>` +
    `<path d="M-92 50A94 94 0 0 1 92 50" fill="none" stroke="${GOLD.light}" stroke-width="3" stroke-dasharray="2 8" stroke-linecap="round"/>` +
    `<circle cx="-44" cy="8" r="12" fill="${GOLD.pale}"/><circle cx="0" cy="-22" r="17" fill="${GOLD.pale}"/><circle cx="44" cy="8" r="12" fill="${GOLD.pale}"/>` +
    repeat(
      5,
      (i) => `<circle cx="${polar(9, i * 1.257)[0].toFixed(1)}" cy="${(polar(9, i * 1.257)[1] - 22).toFixed(1)}" r="6" fill="#ef6c7a"/>`,
    ) +
    `<circle cx="0" cy="-22" r="4" fill="${GOLD.mid}"/><circle cy="66" r="13" fill="url(#face)" stroke="${GOLD.deep}" stroke-width="3"/><path d="M0 78V98" stroke="#c9252f" stroke-width="7" stroke-linecap="round"/>`,
};
