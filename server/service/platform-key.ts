import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CLIENT_ADDRESS_HEADER } from '../../shared/api/client-address.ts';
import { KEY_REFUSED, PLATFORM_KEY_HEADER } from '../../shared/api/platform-key.ts';

/** True for a request with the key. The header is removed, so that later code cannot read or log it. */
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
 * Refuses requests without the key, except for `open` paths. Every user of the machine can reach a loopback port, and the app trusts what a
 * portal reports about visitors.
 */
export function withKey(key: string, app: RequestListener, open?: RegExp): RequestListener {
  const isPortal = checkKey(key);
  return (request, response) => {
    if (isPortal(request)) return app(request, response);
    if (open?.test(request.url ?? '')) {
      // Only a portal knows the client's address.
      delete request.headers[CLIENT_ADDRESS_HEADER];
      return app(request, response);
    }
    refusePlainly(response, 403, KEY_REFUSED);
  };
}

/** Plain text, because a portal would take the platform's envelope for an answer about the member's session. */
export function refusePlainly(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
}

/** Digests have one length, so the comparison time reveals nothing about the key. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
