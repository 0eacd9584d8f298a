/** Beyond this two samples are told apart (TVLA; design, security 24). */
export const THRESHOLD = 4.5;
/** Of each kind: the noise of a busy machine hides a leak in a few samples, not in many together. */
export const MOST_SAMPLES = 2_000;

/**
 * How clearly times tell kinds apart: Welch's t of the two samples that differ most. Without the slowest tenth of all together: what the
 * machine did in between tells nothing and hides much.
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
