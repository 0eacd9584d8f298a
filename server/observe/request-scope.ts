import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What every line that is logged on behalf of one request, job or message says of it. */
export interface RequestScope {
  readonly requestId: string;
  readonly job?: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();
const REQUEST_ID = /^[\w.:-]{1,64}$/;
const NOTHING = {};

/** Runs the work, and whatever it starts, under one id. */
export function inScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** For a log line: who it is about, nothing outside of any request. A new object each time, for a log adds to it. */
export function scopeForLog(): object {
  const scope = scopes.getStore();
  return scope === undefined ? { ...NOTHING } : { ...scope };
}

export function currentRequestId(): string | undefined {
  return scopes.getStore()?.requestId;
}

/** The id that came, where whoever sends it is one of our own processes; a new one when it is none. */
export function requestIdFrom(header: unknown): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}
