import { multiplierText } from '../../../shared/games/crash/flight.ts';
import { h, prefersReducedMotion } from '../lib/dom.ts';
import { createDust } from './dust.ts';
import type { Moment } from './moment.ts';

export interface Sky {
  readonly element: HTMLCanvasElement;
  draw(moment: Moment): void;
}

/** Growth per millisecond of the smooth curve under the steps of a hundredth. */
const RATE = Math.log1p(1 / 12_500);
const LEFT = 46;
const BOTTOM = 30;
const TOP = 26;
const RIGHT = 34;
const SHORTEST_MS = 6_000;
const SHARPEST = 2;
const POINTS = 72;
const FLOWN = '#ffdc7a';
const FALLEN = '#ff7b74';

/** The line of a flight over its growing axes. It only displays time: the server decides the outcome. */
export function createSky(hue: number): Sky {
  const element = h('canvas', { class: 'sky-canvas', 'aria-hidden': 'true' });
  const pen = element.getContext('2d');
  const dust = createDust(hue);
  let [width, height] = [0, 0];
  new ResizeObserver(([entry]) => {
    if (!entry) return;
    const sharp = Math.min(devicePixelRatio, SHARPEST);
    ({ width, height } = entry.contentRect);
    element.width = Math.round(width * sharp);
    element.height = Math.round(height * sharp);
    pen?.setTransform(sharp, 0, 0, sharp, 0, 0);
    if (last) draw(last);
  }).observe(element);
  let last: Moment | undefined;

  function draw(moment: Moment): void {
    last = moment;
    if (!pen || width === 0) return;
    pen.clearRect(0, 0, width, height);
    const still = prefersReducedMotion();
    const plane = planeOf(width, height, moment);
    if (!still) dust.drift(pen, width, height, moment);
    axes(pen, plane, width, height);
    const tip = line(pen, plane, moment, hue);
    for (const mark of moment.marks) flag(pen, plane, mark);
    head(pen, tip, moment);
    if (!still) dust.trail(pen, tip, moment);
  }
  return { element, draw };
}

interface Plane {
  readonly lastMs: number;
  readonly highest: number;
  x(ms: number): number;
  /** Of a multiplier, not of hundredths. */
  y(multiplier: number): number;
}

function planeOf(width: number, height: number, { elapsed, multiplier }: Moment): Plane {
  const lastMs = Math.max(SHORTEST_MS, elapsed * 1.12);
  const highest = Math.max(1.8, 1 + (multiplier / 100 - 1) * 1.22);
  return {
    lastMs,
    highest,
    x: (ms) => LEFT + (ms / lastMs) * (width - LEFT - RIGHT),
    y: (size) => height - BOTTOM - ((size - 1) / (highest - 1)) * (height - BOTTOM - TOP),
  };
}

function axes(pen: CanvasRenderingContext2D, { lastMs, highest, x, y }: Plane, width: number, height: number): void {
  pen.lineWidth = 1;
  pen.font = '600 12px "Plus Jakarta Sans", system-ui, sans-serif';
  pen.textBaseline = 'middle';
  pen.textAlign = 'right';
  const step = niceStep((highest - 1) / 4);
  for (let size = (Math.floor(1 / step + 1e-9) + 1) * step; size <= highest; size += step) {
    pen.strokeStyle = 'rgb(255 255 255 / 0.09)';
    pen.beginPath();
    pen.moveTo(LEFT, Math.round(y(size)) + 0.5);
    pen.lineTo(width - 8, Math.round(y(size)) + 0.5);
    pen.stroke();
    pen.fillStyle = 'rgb(255 255 255 / 0.72)';
    pen.fillText(`${Number(size.toFixed(2))}x`, LEFT - 8, y(size));
  }
  pen.textAlign = 'center';
  const second = niceStep(lastMs / 1_000 / 4);
  for (let at = second; at * 1_000 <= lastMs; at += second) {
    pen.fillStyle = 'rgb(255 255 255 / 0.6)';
    pen.fillText(`${Number(at.toFixed(1))}s`, x(at * 1_000), height - BOTTOM / 2);
  }
  pen.strokeStyle = 'rgb(255 255 255 / 0.28)';
  pen.beginPath();
  pen.moveTo(LEFT + 0.5, TOP / 2);
  pen.lineTo(LEFT + 0.5, height - BOTTOM + 0.5);
  pen.lineTo(width - 8, height - BOTTOM + 0.5);
  pen.stroke();
}

/** The smallest 1, 2 or 5 times a power of ten that is at least the given number. */
function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  return power * (([1, 2, 5, 10] as const).find((one) => one * power >= atLeast) ?? 10);
}

/** Returns the end of the line. */
function line(pen: CanvasRenderingContext2D, { x, y }: Plane, { elapsed, phase }: Moment, hue: number): readonly [number, number] {
  const end = Math.max(0, elapsed);
  const tip = [x(end), y(Math.exp(RATE * end))] as const;
  if (end === 0) return tip;
  const path = new Path2D();
  path.moveTo(x(0), y(1));
  for (let point = 1; point <= POINTS; point++) {
    const ms = (end * point) / POINTS;
    path.lineTo(x(ms), y(Math.exp(RATE * ms)));
  }
  const area = new Path2D(path);
  area.lineTo(tip[0], y(1));
  area.closePath();
  const colour = phase === 'over' ? FALLEN : FLOWN;
  const fill = pen.createLinearGradient(0, tip[1], 0, y(1));
  fill.addColorStop(0, phase === 'over' ? 'rgb(255 90 84 / 0.34)' : `oklch(0.78 0.14 ${hue + 40} / 0.42)`);
  fill.addColorStop(1, 'rgb(255 255 255 / 0)');
  pen.fillStyle = fill;
  pen.fill(area);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = colour;
  pen.lineWidth = 5;
  pen.stroke(path);
  return tip;
}

function flag(pen: CanvasRenderingContext2D, { x, y }: Plane, hundredths: number): void {
  const at = [x(Math.log(hundredths / 100) / RATE), y(hundredths / 100)] as const;
  pen.fillStyle = '#7df0bf';
  pen.strokeStyle = '#06281b';
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(at[0], at[1], 6, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.textAlign = 'left';
  pen.fillText(`${multiplierText(hundredths)}x`, at[0] - 8, at[1] - 16);
}

/** A comet: a bright core in a wide glow. */
function head(pen: CanvasRenderingContext2D, [x, y]: readonly [number, number], { phase }: Moment): void {
  const radius = phase === 'over' ? 30 : 22;
  const glow = pen.createRadialGradient(x, y, 0, x, y, radius);
  glow.addColorStop(0, phase === 'over' ? 'rgb(255 130 120 / 0.9)' : 'rgb(255 246 214 / 0.95)');
  glow.addColorStop(0.35, phase === 'over' ? 'rgb(255 90 84 / 0.5)' : 'rgb(255 220 122 / 0.55)');
  glow.addColorStop(1, 'rgb(255 220 122 / 0)');
  pen.fillStyle = glow;
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
  if (phase === 'over') return;
  pen.fillStyle = '#fffdf4';
  pen.beginPath();
  pen.arc(x, y, 7.5, 0, 2 * Math.PI);
  pen.fill();
}
