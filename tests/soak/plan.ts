import { simulationStream } from '../../shared/games/simulation-stream.ts';

export const FAULT_KINDS = [
  'kill platform',
  'kill portal 1',
  'kill portal 2',
  'power cut',
  'hang platform',
  'hang portal 1',
  'black hole to the platform',
  'no way to the platform',
  'cut database connections',
  'stop Redis',
  'clock an hour ahead',
  'clock two hours behind',
  'full disk',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface PlannedFault {
  readonly kind: FaultKind;
  /** Milliseconds from the start of the load. */
  readonly at: number;
  /** Time until the fault is reverted. */
  readonly lasts: number;
}

/** These faults restart every process; the last part of a run has none of them, so that the trend of memory is visible. */
export const ENDS_A_PROCESS: readonly FaultKind[] = ['kill platform', 'kill portal 1', 'kill portal 2', 'power cut'];
/** These faults are short; the others last long enough to affect many requests. */
const SHORT: readonly FaultKind[] = [...ENDS_A_PROCESS, 'cut database connections'];
const SHORT_MS = 1_000;
const SHORTEST_MS = 6_000;
const LONGEST_MS = 14_000;
/**
 * Minimum time between the end of one fault and the start of the next, in addition to the grace period. No failure is allowed
 * within it.
 */
const CALM_MS = 20_000;
const QUIET_SHARE = 1 / 3;

/** The same seed gives the same faults at the same times: each kind in turn, in a new order in every cycle. */
export function planFaults(seed: number, runMs: number, graceMs: number): PlannedFault[] {
  const random = simulationStream(seed);
  const planned: PlannedFault[] = [];
  const quietFrom = runMs * (1 - QUIET_SHARE);
  let waiting: FaultKind[] = [];
  for (let at = CALM_MS; ; ) {
    if (waiting.length === 0) waiting = [...FAULT_KINDS];
    const able = waiting.filter((kind) => at < quietFrom || !ENDS_A_PROCESS.includes(kind));
    const kind = able[random.below(Math.max(1, able.length))];
    if (kind === undefined) {
      waiting = FAULT_KINDS.filter((other) => !ENDS_A_PROCESS.includes(other));
      continue;
    }
    waiting = waiting.filter((other) => other !== kind);
    const lasts = SHORT.includes(kind) ? SHORT_MS : SHORTEST_MS + random.below(LONGEST_MS - SHORTEST_MS);
    if (at + lasts + graceMs + CALM_MS > runMs) return planned;
    planned.push({ kind, at, lasts });
    at += lasts + graceMs + CALM_MS;
  }
}
