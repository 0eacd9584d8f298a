import type { RequestListener } from 'node:http';
import { checkKey, refusePlainly } from './platform-key.ts';

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
  const isPortal = checkKey(key);
  let isDraining = false;
  const answer: RequestListener = (request, response) => {
    if (isDraining) response.setHeader('Connection', 'close');
    if (!isPortal(request)) {
      if (isDraining) return refusePlainly(response, 503, 'This service is shutting down.');
      return refusePlainly(response, 403, 'This service answers its portals only.');
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
