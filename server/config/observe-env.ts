import type { TracingSettings } from '../observe/tracing.ts';
import { ConfigError } from './config-error.ts';
import { matching, read, type Source, url } from './read-value.ts';

/** Logging of slow requests, and tracing. */
export interface ObserveSettings {
  /** Requests from this duration on are logged as slow. */
  readonly slowRequestMs: number;
  /** Absent: no traces, and no tracing library is loaded. */
  readonly tracing: TracingSettings | undefined;
}

const SLOW_MS = '1000';

/** Uses the names of OpenTelemetry's own settings. */
export function readObserve(source: Source): ObserveSettings {
  const endpoint = url(source, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const serviceName = matching(source, 'OTEL_SERVICE_NAME', /^[\w.-]{1,64}$/, 'a name of letters, digits, ., _ or -') ?? 'lagoon';
  const slow = matching(source, 'SLOW_REQUEST_MS', /^\d{1,6}$/, 'milliseconds, up to 999999') ?? SLOW_MS;
  return { slowRequestMs: Number(slow), tracing: endpoint === undefined ? undefined : { endpoint, serviceName, share: readShare(source) } };
}

function readShare(source: Source): number {
  const value = read(source, 'OTEL_TRACES_SAMPLER_ARG');
  if (value === undefined) return 1;
  if (!/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(value)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG', value, 'a share from 0 to 1');
  return Number(value);
}
