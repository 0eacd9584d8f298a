/** Small builders of SVG markup. Coordinates are rounded to a tenth: finer steps cannot be seen and cost bytes. */
export type Point = readonly [x: number, y: number];

export function round(value: number): string {
  const text = (Math.round(value * 10) / 10).toString();
  return text === '-0' ? '0' : text;
}

export function times(count: number, draw: (index: number) => string): string {
  let markup = '';
  for (let index = 0; index < count; index += 1) markup += draw(index);
  return markup;
}

/** The point at `radius` from (x, y); angle 0 is to the right, angles grow clockwise, in radians. */
export function polar(radius: number, angle: number, x = 0, y = 0): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** Corners of a regular polygon, the first one on top unless turned. */
export function ring(corners: number, radius: number, turn = 0): Point[] {
  return Array.from({ length: corners }, (_, index) => polar(radius, -Math.PI / 2 + turn + (index * 2 * Math.PI) / corners));
}

function list(points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)} ${round(y)}`).join(' ');
}

export function poly(points: readonly Point[], fill: string, more = ''): string {
  return `<polygon points="${list(points)}" fill="${fill}"${attributes(more)}/>`;
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${attributes(more)}/>`;
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"${attributes(more)}/>`;
}

export function disc(x: number, y: number, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${attributes(more)}/>`;
}

export function oval(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${attributes(more)}/>`;
}

export function box(x: number, y: number, width: number, height: number, radius: number, fill: string, more = ''): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}" fill="${fill}"${attributes(more)}/>`;
}

export function at(x: number, y: number, body: string, scale = 1, degrees = 0): string {
  const turn = degrees ? ` rotate(${round(degrees)})` : '';
  const size = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`;
  return `<g transform="translate(${round(x)} ${round(y)})${turn}${size}">${body}</g>`;
}

/** A four-pointed glint. */
export function sparkle(x: number, y: number, size: number, fill: string, more = ''): string {
  const s = round(size);
  const q = round(size * 0.16);
  const d = `M${round(x)} ${round(y - size)}q${q} ${round(size * 0.84)} ${s} ${s}q${round(-size * 0.84)} ${q} -${s} ${s}q-${q} ${round(-size * 0.84)} -${s} -${s}q${round(size * 0.84)} -${q} ${s} -${s}z`;
  return path(d, fill, more);
}

function attributes(more: string): string {
  return more && ` ${more}`;
}
