import { LOWEST_TARGET } from '../../../shared/games/crash/flight.ts';

const SHAPE = /^\d{1,4}([.,]\d{1,2})?$/;
const USUAL = [
  101, 110, 120, 130, 150, 180, 200, 250, 300, 400, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000, 100_000,
];

/** Hundredths of the typed text; undefined if it is no multiplier. */
export function readTarget(text: string): number | undefined {
  const trimmed = text.trim();
  if (!SHAPE.test(trimmed)) return undefined;
  const [whole = '0', part = ''] = trimmed.split(/[.,]/);
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** The next preset target above (+1) or below (-1), within the limits. */
export function stepTarget(target: number, direction: 1 | -1, highest: number): number {
  const next = direction === 1 ? USUAL.find((one) => one > target) : USUAL.findLast((one) => one < target);
  return Math.min(highest, Math.max(LOWEST_TARGET, next ?? target));
}
