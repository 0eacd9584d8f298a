import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PLATFORM_KEY_HEADER } from '../../shared/api/platform-key.ts';

/** True for a request that carries the key. The header is removed: nothing behind this check reads or logs it. */
export type CheckKey = (request: IncomingMessage) => boolean;

export function checkKey(key: string): CheckKey {
  const expected = digest(key);
  return (request) => {
    const given = request.headers[PLATFORM_KEY_HEADER];
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), expected)) return false;
    delete request.headers[PLATFORM_KEY_HEADER];
    return true;
  };
}

/**
 * Answers only requests with the key, and those of `open` paths. A loopback port is reached by every user of the machine, and what
 * listens there believes what a portal says about visitors.
 */
export function withKey(key: string, app: RequestListener, open?: RegExp): RequestListener {
  const isPortal = checkKey(key);
  return (request, response) => {
    if (isPortal(request) || open?.test(request.url ?? '')) app(request, response);
    else refusePlainly(response, 403, 'This service answers its portals only.');
  };
}

/** Plain text: in the platform's envelope a portal would take it for an answer about the member's session. */
export function refusePlainly(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
}

/** Digests are of one length and tell nothing about the key by the time that a comparison takes. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
