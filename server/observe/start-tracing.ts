import type { Tracing, TracingSettings } from './tracing.ts';

/** Without the setting nothing is loaded, and the functions of `tracing.ts` cost one lookup. */
export async function startTracing(settings: TracingSettings | undefined, part: string): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(settings, part);
}
