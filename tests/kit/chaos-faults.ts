import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The answer of the platform behind the proxy. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly stream: IncomingMessage;
  bytes(): Promise<Buffer>;
}

export type Fault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'drip'; readonly everyMs: number }
  | { readonly kind: 'cut' | 'blackHole' | 'swallow' | 'refuse' | 'garbage' | 'wrongLength' }
  | { readonly kind: 'status'; readonly status: number };

/**
 * Available faults. `delay`: answers later. After the platform has processed the request: `drip`, sends the answer byte by byte;
 * `cut`, sends half of it and closes the connection; `swallow`, sends nothing and keeps the connection open; `garbage`, sends an
 * invalid answer; `wrongLength`, sends fewer bytes than announced. Before the platform has received it: `blackHole`, no answer;
 * `refuse`, a reset connection; `status`, an error of a gateway.
 */
export const faults = {
  delay: (ms: number): Fault => ({ kind: 'delay', ms }),
  drip: (everyMs = 20): Fault => ({ kind: 'drip', everyMs }),
  cut: (): Fault => ({ kind: 'cut' }),
  blackHole: (): Fault => ({ kind: 'blackHole' }),
  swallow: (): Fault => ({ kind: 'swallow' }),
  refuse: (): Fault => ({ kind: 'refuse' }),
  garbage: (): Fault => ({ kind: 'garbage' }),
  wrongLength: (): Fault => ({ kind: 'wrongLength' }),
  status: (status = 503): Fault => ({ kind: 'status', status }),
} as const;

const GARBAGE = '<html><h1>502 Bad Gateway</h1>';
/** Headers that belong to one connection or are computed again. */
const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Answers one request with its faults in order. The request is forwarded to the platform when the first fault needs its answer. */
export async function deliver(
  response: ServerResponse,
  faults: readonly Fault[],
  passOn: () => Promise<Answer>,
  ended: AbortSignal,
): Promise<void> {
  for (const fault of faults) {
    if (fault.kind === 'delay') await pause(fault.ms, undefined, { signal: ended });
    else return spoil(response, fault, passOn, ended);
  }
  const answer = await passOn();
  response.writeHead(answer.status, endToEndHeaders(answer.headers));
  response.flushHeaders();
  answer.stream.on('error', () => response.destroy());
  response.on('close', () => answer.stream.destroy());
  answer.stream.pipe(response);
}

async function spoil(
  response: ServerResponse,
  fault: Exclude<Fault, { kind: 'delay' }>,
  passOn: () => Promise<Answer>,
  ended: AbortSignal,
): Promise<void> {
  if (fault.kind === 'blackHole') return;
  if (fault.kind === 'refuse') return void response.socket?.resetAndDestroy();
  if (fault.kind === 'status') return void response.writeHead(fault.status, { 'content-type': 'text/html' }).end(GARBAGE);
  const answer = await passOn();
  const bytes = await answer.bytes();
  const type = { 'content-type': answer.headers['content-type'] ?? 'application/json' };
  switch (fault.kind) {
    case 'swallow':
      return;
    case 'garbage':
      return void response.writeHead(200, type).end(GARBAGE);
    case 'wrongLength':
      response.writeHead(answer.status, { ...type, 'content-length': bytes.length + 10 }).write(bytes);
      return void setImmediate(() => response.socket?.end());
    case 'cut':
      response.writeHead(answer.status, { ...type, 'content-length': bytes.length }).write(bytes.subarray(0, bytes.length >> 1));
      return void setImmediate(() => response.destroy());
    case 'drip':
      response.writeHead(answer.status, { ...type, 'content-length': bytes.length });
      for (const byte of bytes) {
        if (response.destroyed) return;
        response.write(Buffer.of(byte));
        await pause(fault.everyMs, undefined, { signal: ended });
      }
      response.end();
  }
}

function endToEndHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));
}
