import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PLATFORM_KEY_HEADER } from '../../shared/api/platform-key.ts';

export interface GateDeps {
  readonly key: string;
  /** Calls and what payment providers tell. */
  readonly platform: RequestListener;
  readonly studio: RequestListener;
  /** Only the demo is paid by the simulator. */
  readonly paysim: RequestListener | undefined;
}

export interface Gate {
  readonly answer: RequestListener;
  /**
   * Still lets portals in, on connections that end with the answer, and tells a balancer that asks how it is to pass this
   * platform over. Whoever comes later would meet a closing listener, which resets what it has not taken yet.
   */
  drain(): void;
}

const CALLS = /^\/(?:wps|lgw|lotto|payments)\//;
const STUDIO = /^\/studio(?:\/|\?|$)/;
const PAYSIM = /^\/paysim(?:\/|\?|$)/;

/**
 * One address for all that portals reach of a platform with a process of its own. The platform believes what a portal says
 * about visitors, so whoever does not know the key gets nothing. Internal pages and the seamless wallet stay on loopback.
 */
export function createGate({ key, platform, studio, paysim }: GateDeps): Gate {
  const expected = digest(key);
  let isDraining = false;
  const answer: RequestListener = (request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
    if (!knowsKey(request, expected)) {
      if (isDraining) return refuse(response, 503, 'This service is shutting down.');
      return refuse(response, 403, 'This service answers its portals only.');
    }
    delete request.headers[PLATFORM_KEY_HEADER];
    const path = request.url ?? '';
    if (CALLS.test(path)) platform(request, response);
    else if (STUDIO.test(path)) studio(request, response);
    else if (paysim && PAYSIM.test(path)) paysim(request, response);
    else refuse(response, 404, 'Nothing here.');
  };
  return {
    answer,
    drain() {
      isDraining = true;
    },
  };
}

/** Digests are of one length and tell nothing about the key by the time that a comparison takes. */
function knowsKey(request: IncomingMessage, expected: Buffer): boolean {
  const given = request.headers[PLATFORM_KEY_HEADER];
  return typeof given === 'string' && timingSafeEqual(digest(given), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Plain text: in the platform's envelope a portal would take it for an answer about the member's session. */
function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
}
