import type { Clock } from '../clock.ts';

/** Caches the result for this time; concurrent calls share one load. Failures are not cached. */
export function remember<T>(clock: Clock, milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly until: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.answer;
    const asking = { until: now + milliseconds, answer: ask() };
    kept = asking;
    asking.answer.catch(() => {
      if (kept === asking) kept = undefined;
    });
    return asking.answer;
  };
}
