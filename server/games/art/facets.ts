import type { Ramp } from './palette.ts';
import { type Point, poly, scaled } from './shapes.ts';

/** Light falls from the upper left. */
const LIGHT: Point = [-0.55, -0.83];

/**
 * A cut stone seen from above: `outline` in order, its table a smaller copy, and between them one facet per edge whose
 * value follows the angle to the light. `tables` lists further inner outlines as fractions, outside in.
 */
export function cutStone(outline: readonly Point[], tables: readonly number[], tones: Ramp): string {
  let markup = '';
  let outer = outline;
  tables.forEach((fraction, depth) => {
    const inner = scaled(outline, fraction);
    markup += outer.map((point, index) => facet(point, outer, inner, index, tones, depth)).join('');
    outer = inner;
  });
  return markup + poly(outer, tones[3]) + glare(outer);
}

function facet(point: Point, outer: readonly Point[], inner: readonly Point[], index: number, tones: Ramp, depth: number): string {
  const next = (index + 1) % outer.length;
  const [a, b, c] = [outer[next], inner[next], inner[index]];
  if (!a || !b || !c) return '';
  return poly([point, a, b, c], tone(point, a, tones, depth));
}

/** Inner rows face the viewer more, so they are half a step lighter; `depth` alternates the rounding. */
function tone(from: Point, to: Point, tones: Ramp, depth: number): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const facing = (dy * LIGHT[0] - dx * LIGHT[1]) / length;
  const value = facing * 2 + 1.6 + depth * 0.5;
  return tones[Math.max(0, Math.min(4, Math.round(value)))] ?? tones[2];
}

/** A pale band over the stone's table. */
function glare(table: readonly Point[]): string {
  const corners = table.map(([x, y]) => [x, y] as const);
  const half = corners.filter(([x, y]) => x + y < Math.abs(corners[0]?.[1] ?? 0) * 0.2);
  return half.length > 2 ? poly(half, '#fff', 'opacity=".28"') : '';
}
