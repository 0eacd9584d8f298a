import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Fields of every log line of one request, job or message. */
export interface RequestScope {
  readonly requestId: string;
  readonly job?: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();
const REQUEST_ID = /^[\w.:-]{1,64}$/;
const NO_SCOPE = {};

/** Runs the work, and everything that it starts, in one scope. */
export function inScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Fields for a log line; empty outside of a scope. A new object each time, because the logger extends it. */
export function scopeForLog(): object {
  const scope = scopes.getStore();
  return scope === undefined ? { ...NO_SCOPE } : { ...scope };
}

/** The id sent by one of our own processes; a new one if it is missing or invalid. */
export function requestIdFrom(header: unknown): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}
