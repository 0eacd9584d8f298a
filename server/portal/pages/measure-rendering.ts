import { traced } from '../../observe/tracing.ts';
import type { RequestTimes } from '../edge/request-times.ts';
import type { PagesDeps } from './mount.ts';

/** Measures rendering, for the metrics and for the log line of a slow request. */
export async function measureRendering<T>(
  { onRender }: Pick<PagesDeps, 'onRender'>,
  kind: 'build' | 'own',
  { times }: { readonly times?: RequestTimes },
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now();
  try {
    return await traced('render', { 'lagoon.kind': kind }, work);
  } finally {
    const milliseconds = performance.now() - start;
    if (times) times.renderMs += milliseconds;
    onRender?.(kind, milliseconds);
  }
}
