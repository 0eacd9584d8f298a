import { AsyncLocalStorage } from 'node:async_hooks';

/** Attributes of a span: names, kinds and numbers, never addresses, accounts or texts of users. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;
export type SpanKind = 'server' | 'client' | 'internal';

/** One span of a request, while it runs. */
export interface Span {
  /** Identifies this span for another process, in the W3C format. */
  readonly traceparent: string;
  child(name: string, kind: SpanKind, facts?: SpanAttributes): Span;
  rename(name: string): void;
  set(facts: SpanAttributes): void;
  end(failed?: boolean): void;
  /** Spans that the work starts become children. */
  run<T>(work: () => T): T;
}

export interface Tracing {
  /** The first span in this process; `parent` is the span of another process that caused it. */
  root(name: string, kind: SpanKind, facts?: SpanAttributes, parent?: string): Span;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

export interface TracingSettings {
  /** Base address of an OTLP receiver over HTTP. */
  readonly endpoint: string;
  readonly serviceName: string;
  /** Share of traced requests, 0 to 1. */
  readonly share: number;
}

const spans = new AsyncLocalStorage<Span>();

/** The current span; undefined without tracing. */
export function currentSpan(): Span | undefined {
  return spans.getStore();
}

export function runInSpan<T>(span: Span, work: () => T): T {
  return spans.run(span, work);
}

/** Runs the work in a child of the current span. */
export async function traced<T>(name: string, facts: SpanAttributes, work: () => Promise<T>): Promise<T> {
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
