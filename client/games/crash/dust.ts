import type { Moment } from './moment.ts';

interface Spark {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly born: number;
  readonly size: number;
}

const STARS = 46;
const SPARKS = 34;
const TAIL = 26;
const BURST_MS = 900;
const TAIL_MS = 520;

/** Decoration: passing stars, the comet's tail, and the burst at the end. */
export function createDust(hue: number) {
  let seed = 7_919;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const stars = Array.from({ length: STARS }, () => [random(), random(), 0.4 + random() * 1.6] as const);
  let tail: readonly Spark[] = [];
  let burst: readonly Spark[] = [];
  let phase: Moment['phase'] = 'ground';

  function sparks(pen: CanvasRenderingContext2D, list: readonly Spark[], now: number, life: number, colour: string): void {
    for (const { x, y, dx, dy, born, size } of list) {
      const age = (now - born) / life;
      if (age >= 1) continue;
      pen.globalAlpha = (1 - age) ** 2;
      pen.fillStyle = colour;
      pen.beginPath();
      pen.arc(x + dx * age, y + dy * age, size * (1 - age * 0.6), 0, 2 * Math.PI);
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  return {
    drift(pen: CanvasRenderingContext2D, width: number, height: number, { elapsed, phase: now }: Moment): void {
      const flown = now === 'ground' ? 0 : Math.max(0, elapsed);
      pen.fillStyle = `oklch(0.92 0.06 ${hue + 40})`;
      for (const [left, top, depth] of stars) {
        const x = (((left - flown * 0.00002 * depth) % 1) + 1) % 1;
        const y = (((top + flown * 0.000014 * depth) % 1) + 1) % 1;
        pen.globalAlpha = 0.16 + depth * 0.2;
        pen.fillRect(x * width, y * height, depth, depth);
      }
      pen.globalAlpha = 1;
    },
    trail(pen: CanvasRenderingContext2D, [x, y]: readonly [number, number], moment: Moment): void {
      const now = performance.now();
      if (moment.phase === 'flying') {
        const spark = { x, y, dx: -26 - random() * 26, dy: 14 + random() * 30, born: now, size: 1.4 + random() * 2.4 };
        tail = [...tail.slice(1 - TAIL), spark];
      }
      if (phase === 'flying' && moment.phase === 'over')
        burst = Array.from({ length: SPARKS }, () => {
          const [angle, reach] = [random() * 2 * Math.PI, 30 + random() * 90];
          return { x, y, dx: Math.cos(angle) * reach, dy: Math.sin(angle) * reach, born: now, size: 2 + random() * 3.5 };
        });
      phase = moment.phase;
      sparks(pen, tail, now, TAIL_MS, '#ffdc7a');
      sparks(pen, burst, now, BURST_MS, '#ff9a84');
    },
  };
}
