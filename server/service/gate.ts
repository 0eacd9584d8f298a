import type { RequestListener } from 'node:http';
import { KEY_REFUSED } from '../../shared/api/platform-key.ts';
import { checkKey, refusePlainly } from './platform-key.ts';

export interface GateDeps {
  readonly key: string;
  /** Calls, and requests of payment providers and game vendors. */
  readonly platform: RequestListener;
  readonly studio: RequestListener;
  /** Only the demo uses the payment simulator. */
  readonly paysim: RequestListener | undefined;
}

export interface Gate {
  readonly answer: RequestListener;
  /**
   * Still answers portals, on connections that close after the answer, and fails the balancer's checks, so that no request arrives after
   * the listener has closed.
   */
  drain(): void;
}

const CALLS = /^\/(?:wps|lgw|lotto|payments|seamless)\//;
const STUDIO = /^\/studio(?:\/|\?|$)/;
const PAYSIM = /^\/paysim(?:\/|\?|$)/;

/**
 * One address for everything that portals reach of a separate platform process. The platform trusts what a portal reports about visitors,
 * so requests without the key are refused. Internal pages are on loopback only.
 */
export function createGate({ key, platform, studio, paysim }: GateDeps): Gate {
  const isPortal = checkKey(key);
  let isDraining = false;
  const answer: RequestListener = (request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
    if (!isPortal(request)) {
      if (isDraining) return refusePlainly(response, 503, 'This service is shutting down.');
      return refusePlainly(response, 403, KEY_REFUSED);
    }
    const path = request.url ?? '';
    if (CALLS.test(path)) platform(request, response);
    else if (STUDIO.test(path)) studio(request, response);
    else if (paysim && PAYSIM.test(path)) paysim(request, response);
    else refusePlainly(response, 404, 'Nothing here.');
  };
  return {
    answer,
    drain() {
      isDraining = true;
    },
  };
}
