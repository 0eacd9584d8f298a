/** Above this value two samples are distinguishable (TVLA). */
export const THRESHOLD = 4.5;
/** Of each kind: load hides a leak in few samples, but not in many. */
export const MAX_SAMPLES = 2_000;

/**
 * Distinguishability of the kinds: Welch's t of the two samples that differ most, without the slowest tenth of all samples, which is noise
 * of the machine.
 */
export function furthestApart(samples: readonly (readonly number[])[]): number {
  const all = samples.flat().sort((one, other) => one - other);
  const limit = all[Math.floor(all.length * 0.9)] ?? 0;
  const kinds = samples.map((times) => moments(times.filter((time) => time < limit)));
  return Math.max(...kinds.flatMap((one, index) => kinds.slice(index + 1).map((other) => Math.abs(welch(one, other)))));
}

type Moments = ReturnType<typeof moments>;

function welch(one: Moments, other: Moments): number {
  return (one.mean - other.mean) / Math.sqrt(one.variance / one.count + other.variance / other.count);
}

function moments(values: readonly number[]) {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  return { count, mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1) };
}
