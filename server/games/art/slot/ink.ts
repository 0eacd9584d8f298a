/** Drawing parts of the slot's symbols, all in a box from -100 to 100. Strings are SVG markup. */
export type Point = readonly [x: number, y: number];

export const GOLD = { deep: '#6b4409', dark: '#9c6a12', mid: '#dca62c', light: '#ffdc7a', pale: '#fff6d8' } as const;

export function tone(lightness: number, chroma: number, hue: number): string {
  return `oklch(${lightness.toFixed(3)} ${chroma} ${Math.round(hue)})`;
}

export function polar(radius: number, angle: number, squash = 1): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle) * squash];
}

function list(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  return `<polygon points="${list(points)}" fill="${fill}"${more && ` ${more}`}/>`;
}

export function ring(sides: number, radius: number, turn = 0, squash = 1): Point[] {
  return Array.from({ length: sides }, (_, index) => polar(radius, turn + (index * 2 * Math.PI) / sides, squash));
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function star(points: number, outer: number, inner: number, turn = -Math.PI / 2): Point[] {
  return Array.from({ length: points * 2 }, (_, index) => polar(index % 2 ? inner : outer, turn + (index * Math.PI) / points));
}

const LIGHT = -2.2;
/** Lightness of a facet whose outward side looks along `angle`, lit from the upper left. */
function lit(angle: number, base: number): number {
  return base + 0.2 * Math.cos(angle - LIGHT);
}
function middleAngle(points: readonly Point[]): number {
  const sum = points.reduce(([x, y], [px, py]) => [x + px, y + py] as const, [0, 0] as Point);
  return Math.atan2(sum[1], sum[0]);
}

/** A brilliant cut over any convex outline: a belt of kites, a crown of triangles, the table and a gleam. */
export function brilliant(outline: readonly Point[], hue: number, chroma = 0.2): string {
  const scaled = (factor: number) => outline.map(([x, y]): Point => [x * factor, y * factor]);
  const between = (points: readonly Point[], factor: number) =>
    points.map(([x, y], index): Point => {
      const [nx, ny] = points[(index + 1) % points.length] ?? [0, 0];
      return [((x + nx) / 2) * factor, ((y + ny) / 2) * factor];
    });
  const middle = between(outline, 0.8);
  const table = scaled(0.5);
  const facet = (points: Point[], base: number) => polygon(points, tone(lit(middleAngle(points), base), chroma, hue));
  const at = (points: readonly Point[], index: number): Point => points[(index + points.length) % points.length] ?? [0, 0];
  const belt = repeat(outline.length, (i) => facet([at(outline, i), at(outline, i + 1), at(middle, i)], i % 2 ? 0.5 : 0.44));
  const kites = repeat(outline.length, (i) => facet([at(outline, i), at(middle, i), at(table, i), at(middle, i - 1)], i % 2 ? 0.64 : 0.56));
  const crown = repeat(outline.length, (i) => facet([at(table, i), at(table, i + 1), at(middle, i)], i % 2 ? 0.72 : 0.78));
  return `${belt}${kites}${crown}${gemTable(table, hue, chroma)}${gemRim(outline)}`;
}

/** A step cut: rings that follow the outline. */
export function stepCut(outline: readonly Point[], hue: number, chroma = 0.17): string {
  const scale = (factor: number) => outline.map(([x, y]): Point => [x * factor, y * factor]);
  const rings = [1, 0.82, 0.64, 0.46].map(scale);
  const steps = rings.slice(1).map((inner, depth) => {
    const outer = rings[depth] ?? [];
    return repeat(outline.length, (i) => {
      const next = (i + 1) % outline.length;
      const corners = [outer[i], outer[next], inner[next], inner[i]].filter((point) => point !== undefined);
      return polygon(corners, tone(lit(middleAngle(corners), 0.48 + depth * 0.1), chroma, hue));
    });
  });
  return `${steps.join('')}${gemTable(scale(0.46), hue, chroma)}${gemRim(outline)}`;
}

function gemTable(table: readonly Point[], hue: number, chroma: number): string {
  const gleam = table.filter(([x, y]) => x + y * 0.8 <= 4);
  return (
    polygon(table, tone(0.8, chroma * 0.7, hue)) +
    polygon(gleam, '#fff', 'opacity=".5"') +
    polygon(table, 'none', `stroke="#fff" stroke-opacity=".45" stroke-width="1.6"`)
  );
}
function gemRim(outline: readonly Point[]): string {
  return (
    polygon(outline, 'none', 'stroke="#1a0d02" stroke-opacity=".5" stroke-width="11" stroke-linejoin="round"') +
    polygon(outline, 'none', 'stroke="url(#rim)" stroke-width="7" stroke-linejoin="round"')
  );
}

/** A glyph of strokes in four layers: shadow, gold rim, body, gleam. */
export function glyph(path: string, body: string, gleam: string): string {
  const layer = (stroke: string, width: number, more = '') =>
    `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="miter" stroke-miterlimit="3"${more && ` ${more}`}/>`;
  return (
    layer('#0b0710', 40, 'opacity=".45" transform="translate(3 6)"') +
    layer(GOLD.deep, 37) +
    layer('url(#rim)', 33) +
    layer('#0b0710', 23, 'opacity=".55"') +
    layer(body, 20) +
    layer(gleam, 5, 'transform="translate(-4 -4)" opacity=".85"')
  );
}

/** Gradients that the symbols share. Ids are the document's own: one sheet a page. */
export function gradients(hue: number): string {
  const stops = (colours: readonly (readonly [number, string])[]) =>
    colours.map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`).join('');
  const up = 'x1="0" y1="1" x2="0" y2="0"';
  return (
    `<linearGradient id="rim" x1="0" y1="0" x2=".75" y2="1">${stops([
      [0, GOLD.pale],
      [0.32, GOLD.mid],
      [0.58, GOLD.deep],
      [0.8, GOLD.mid],
      [1, GOLD.light],
    ])}</linearGradient>` +
    `<radialGradient id="face" cx=".36" cy=".3" r=".85">${stops([
      [0, GOLD.pale],
      [0.45, GOLD.mid],
      [1, GOLD.deep],
    ])}</radialGradient>` +
    `<linearGradient id="ribbon" x1="0" y1="0" x2="0" y2="1">${stops([
      [0, '#e8404c'],
      [0.5, '#c21f30'],
      [1, '#8d0f20'],
    ])}</linearGradient>` +
    `<linearGradient id="petal" ${up}>${stops([
      [0, tone(0.4, 0.16, hue + 170)],
      [0.55, tone(0.66, 0.16, hue + 175)],
      [1, tone(0.92, 0.07, hue + 180)],
    ])}</linearGradient>` +
    `<linearGradient id="petal-front" ${up}>${stops([
      [0, tone(0.52, 0.18, hue + 160)],
      [0.6, tone(0.8, 0.12, hue + 170)],
      [1, tone(0.97, 0.03, hue + 180)],
    ])}</linearGradient>` +
    `<radialGradient id="fire" cx=".4" cy=".3" r=".8">${stops([
      [0, '#ff9d6b'],
      [0.5, '#e0352f'],
      [1, '#7a0f1a'],
    ])}</radialGradient>` +
    `<linearGradient id="flame" ${up}>${stops([
      [0, '#8e1220'],
      [0.6, '#ef4a2b'],
      [1, '#ffc14d'],
    ])}</linearGradient>` +
    `<linearGradient id="sail" x1="0" y1="0" x2="1" y2="1">${stops([
      [0, '#ffffff'],
      [0.6, '#e6ddca'],
      [1, '#b8a98c'],
    ])}</linearGradient>` +
    `<linearGradient id="wood" x1="0" y1="0" x2="0" y2="1">${stops([
      [0, '#b5652b'],
      [1, '#5a2a12'],
    ])}</linearGradient>` +
    `<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1">${stops([
      [0, tone(0.8, 0.11, 215)],
      [1, tone(0.42, 0.13, 245)],
    ])}</linearGradient>` +
    `<linearGradient id="pearl" x1="0" y1="0" x2="0" y2="1">${stops([
      [0, '#fff3ee'],
      [0.5, '#ffc1b5'],
      [1, '#c95d6a'],
    ])}</linearGradient>` +
    `<radialGradient id="moon" cx=".38" cy=".34" r=".75">${stops([
      [0, '#fffdf0'],
      [0.6, '#ffe9a8'],
      [1, '#d9a441'],
    ])}</radialGradient>` +
    `<radialGradient id="shade" cx=".36" cy=".28" r=".82"><stop stop-color="#fff" stop-opacity=".4"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#05060c" stop-opacity=".6"/></radialGradient>`
  );
}
