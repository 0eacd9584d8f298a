import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** What the platform behind has answered. */
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
 * What may go wrong. `delay`: later. After the platform has worked on the request: `drip`, the answer comes a byte at a
 * time; `cut`, half of it and the end of the connection; `swallow`, none of it, and the connection stays open; `garbage`,
 * something that is no answer; `wrongLength`, fewer bytes than announced. Before the platform has heard of it: `blackHole`,
 * silence; `refuse`, a reset connection; `status`, an error of a gateway.
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
/** Belong to one connection, or are made anew. */
const OWN = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Answers one request with its faults, in their order; the platform is asked when the first of them needs its answer. */
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
  response.writeHead(answer.status, kept(answer.headers));
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

function kept(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)));
}
