import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { watchLost } from '../../net/client-request.ts';
import { isPublicAddress, NotPublic, publicLookup } from '../../net/public-address.ts';

/** How a probe went. `untried`: the host is on this machine or in a private network, which no list of hosts may explore. */
export type HostAnswer = 'well' | 'failing' | 'untried';
export type AskHost = (origin: string) => Promise<HostAnswer>;

const DEADLINE_MS = 3_000;

/**
 * Asks a host whether it answers: any status below 500 is one, wherever it points. The name is looked up once, every
 * address of it must be public, and the connection goes to one of exactly these; `privateHosts` lets any address pass.
 */
export function createAskHost(privateHosts: boolean): AskHost {
  return (origin) => {
    const { hostname, protocol } = new URL(origin);
    const literal = hostname.replace(/^\[|\]$/g, '');
    // Node asks no resolver about an address.
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
      watchLost(request, () => resolve('failing'));
      request.end();
    });
  };
}
