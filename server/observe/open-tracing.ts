import {
  type Attributes,
  type Context,
  SpanKind as Kind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-node';
import { runInSpan, type Span, type SpanAttributes, type SpanKind, type Tracing, type TracingSettings } from './tracing.ts';

const KINDS: Readonly<Record<SpanKind, Kind>> = { server: Kind.SERVER, client: Kind.CLIENT, internal: Kind.INTERNAL };
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NONE = /^0+$/;
const SEND_EVERY_MS = 2_000;

/** OpenTelemetry behind the interface of `tracing.ts`; nothing is registered globally. */
export function openTracing({ endpoint, serviceName, share }: TracingSettings, part: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.component': part }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer('lagoon');
  return {
    root: (name, kind, facts, parent) => open(tracer, contextOf(parent), name, kind, facts),
    // Undeliverable traces must not delay the shutdown.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function open(tracer: Tracer, parentContext: Context, name: string, kind: SpanKind, facts?: SpanAttributes): Span {
  const inner: OtelSpan = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts as Attributes }, parentContext);
  const { traceId, spanId, traceFlags } = inner.spanContext();
  const innerContext = trace.setSpan(parentContext, inner);
  const span: Span = {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child: (childName, childKind, childFacts) => open(tracer, innerContext, childName, childKind, childFacts),
    rename: (better) => void inner.updateName(better),
    set: (more) => void inner.setAttributes(more as Attributes),
    end(failed = false) {
      if (failed) inner.setStatus({ code: SpanStatusCode.ERROR });
      inner.end();
    },
    run: (work) => runInSpan(span, work),
  };
  return span;
}

/** The parent span of another process, if the header names one. */
function contextOf(parent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(parent ?? '') ?? [];
  if (traceId === '' || NONE.test(traceId) || NONE.test(spanId)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
