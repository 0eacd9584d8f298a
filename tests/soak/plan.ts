import { simulationStream } from '../../shared/studio/simulation-stream.ts';

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
  /** Milliseconds since the load began. */
  readonly at: number;
  /** Until it heals. */
  readonly lasts: number;
}

/** Every process is new after these; the last part of a run is without them, so that the trend of memory can be seen. */
export const ENDS_A_PROCESS: readonly FaultKind[] = ['kill platform', 'kill portal 1', 'kill portal 2', 'power cut'];
/** A moment is enough for these; the rest lasts, so that many requests meet it. */
const SHORT: readonly FaultKind[] = [...ENDS_A_PROCESS, 'cut database connections'];
const SHORT_MS = 1_000;
const SHORTEST_MS = 6_000;
const LONGEST_MS = 14_000;
/** From the healing of one to the beginning of the next, beside the grace: here nothing may fail. */
const CALM_MS = 20_000;
const QUIET_SHARE = 1 / 3;

/** The same seed, the same faults at the same moments: each kind in turn, in an order of its own in every round. */
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
