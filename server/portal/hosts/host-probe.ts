import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { watchConnectionLoss } from '../../net/client-request.ts';
import { isPublicAddress, NotPublic, publicLookup } from '../../net/public-address.ts';

/** Result of a probe. `untried`: the host is on this machine or in a private network, which host lists must not explore. */
export type ProbeResult = 'well' | 'failing' | 'untried';
export type ProbeHost = (origin: string) => Promise<ProbeResult>;

const DEADLINE_MS = 3_000;

/**
 * Probes a host: any status below 500 counts as an answer, redirects included. The name is resolved once, all its addresses must be public,
 * and the connection uses one of them; `privateHosts` allows any address.
 */
export function createHostProbe(privateHosts: boolean): ProbeHost {
  return (origin) => {
    const { hostname, protocol } = new URL(origin);
    const literal = hostname.replace(/^\[|\]$/g, '');
    // Node uses no resolver for a literal address.
    if (!privateHosts && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.resolve('untried');
    return new Promise((resolve) => {
      const request = (protocol === 'https:' ? https : http).request(`${origin}/`, {
        method: 'HEAD',
        agent: false,
        signal: AbortSignal.timeout(DEADLINE_MS),
        ...(!privateHosts && { lookup: publicLookup }),
      });
      request.on('response', ({ statusCode = 500 }) => {
        resolve(statusCode < 500 ? 'well' : 'failing');
        request.destroy();
      });
      request.on('error', (error) => resolve(error instanceof NotPublic ? 'untried' : 'failing'));
      watchConnectionLoss(request, () => resolve('failing'));
      request.end();
    });
  };
}
