/** Distance from the original position, in CSS pixels. */
export interface Shift {
  readonly x: number;
  readonly y: number;
}

const EDGE = 8;

/** Keeps a moved box inside the viewport, with a margin; a larger box keeps its start visible. */
export function clampShift(
  wanted: Shift,
  box: { readonly home: Shift; readonly width: number; readonly height: number },
  viewport: { readonly width: number; readonly height: number },
): Shift {
  return {
    x: clamp(wanted.x, EDGE - box.home.x, viewport.width - EDGE - box.width - box.home.x),
    y: clamp(wanted.y, EDGE - box.home.y, viewport.height - EDGE - box.height - box.home.y),
  };
}

function clamp(value: number, least: number, max: number): number {
  return Math.max(least, Math.min(value, max));
}
