export interface Sample {
  /** Milliseconds. */
  readonly at: number;
  readonly megabytes: number;
}

const WARM_UP_SHARE = 0.4;
/** Heap size fluctuates; a leak exceeds both limits. */
const MAX_GROWTH = 1.35;
const MAX_MEGABYTES = 60;
const LEAST_SAMPLES = 12;

/** Memory of one process after the warm-up, early and late; undefined when it ran for too short a time. */
export function trendOf(
  samples: readonly Sample[],
): { readonly early: number; readonly late: number; readonly grows: boolean } | undefined {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  if (warm.length < LEAST_SAMPLES) return undefined;
  const third = Math.floor(warm.length / 3);
  const early = median(warm.slice(0, third));
  const late = median(warm.slice(-third));
  return { early, late, grows: late > early * MAX_GROWTH && late - early > MAX_MEGABYTES };
}

function median(samples: readonly Sample[]): number {
  const sorted = samples.map(({ megabytes }) => megabytes).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
