import type { Clock } from './clock.ts';

/** Caches the result for this time; concurrent calls share one load. Failures are not cached. */
export function cacheFor<T>(clock: Clock, milliseconds: number, load: () => Promise<T>): () => Promise<T> {
  let cached: { readonly until: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (cached && now < cached.until) return cached.answer;
    const pending = { until: now + milliseconds, answer: load() };
    cached = pending;
    pending.answer.catch(() => {
      if (cached === pending) cached = undefined;
    });
    return pending.answer;
  };
}
