import { AsyncLocalStorage } from 'node:async_hooks';

/** What is told about a step: names, kinds and figures. Never an address, an account, a text that somebody wrote. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;
export type SpanKind = 'server' | 'client' | 'internal';

/** One step of a request, while it runs. */
export interface Span {
  /** Names this step for another process of ours, in the form of W3C. */
  readonly traceparent: string;
  child(name: string, kind: SpanKind, facts?: SpanFacts): Span;
  rename(name: string): void;
  set(facts: SpanFacts): void;
  end(failed?: boolean): void;
  /** What the work starts belongs to this step. */
  run<T>(work: () => T): T;
}

export interface Tracing {
  /** The first step in this process; `parent` names the step of another process that led here. */
  root(name: string, kind: SpanKind, facts?: SpanFacts, parent?: string): Span;
  /** Sends what has not been sent yet. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** Base address of an OTLP receiver over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Share of the requests that are traced, 0 to 1. */
  readonly share: number;
}

/** Without the setting nothing is loaded, and nothing below costs more than a look at an empty place. */
export async function startTracing(settings: TracingSettings | undefined, part: string): Promise<Tracing | undefined> {
  if (settings === undefined) return undefined;
  const { openTracing } = await import('./open-tracing.ts');
  return openTracing(settings, part);
}

const spans = new AsyncLocalStorage<Span>();

/** The step that runs here; undefined without tracing. */
export function currentSpan(): Span | undefined {
  return spans.getStore();
}

export function runInSpan<T>(span: Span, work: () => T): T {
  return spans.run(span, work);
}

/** Runs the work as a step of its own below the one that runs here. */
export async function traced<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const span = currentSpan()?.child(name, 'internal', facts);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(true);
    throw error;
  }
}
