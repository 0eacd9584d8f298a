import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { watchConnectionLoss } from '../../../net/client-request.ts';
import { isPublicAddress, publicLookup } from '../../../net/public-address.ts';
import type { Database } from '../../base/db/index.ts';
import { readMerchant } from '../../merchant/index.ts';

export interface DomainSpeeds {
  /** Measures the configured domains one after the other. */
  measure(): Promise<void>;
  /** The configured domains with their last response time in milliseconds; null: not measured, or no response. */
  list(): Promise<{ url: string; speed: number | null }[]>;
}

interface DomainSpeedsDeps {
  readonly db: Database;
  readonly merchant: string;
  /** Includes this machine and private networks; for tests. */
  readonly privateDomains: boolean;
}

const DEADLINE_MS = 3_000;

/** Response times of the site's domains from this process. They are not stored. */
export function createDomainSpeeds({ db, merchant, privateDomains }: DomainSpeedsDeps): DomainSpeeds {
  const speeds = new Map<string, number>();
  const domains = async () => (await readMerchant(db, merchant)).settings.domains;
  return {
    async measure() {
      for (const url of await domains()) {
        const speed = await answerTime(url, privateDomains);
        if (speed === undefined) speeds.delete(url);
        else speeds.set(url, speed);
      }
    },
    list: async () => (await domains()).map((url) => ({ url, speed: speeds.get(url) ?? null })),
  };
}

/** Milliseconds to the status line; undefined without one, or for a server error. */
function answerTime(url: string, privateDomains: boolean): Promise<number | undefined> {
  const { hostname, protocol } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  // Node calls no resolver for an IP address, so the private-network check must be done here.
  if (!privateDomains && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const start = performance.now();
    const request = (protocol === 'https:' ? https : http).request(url, {
      method: 'HEAD',
      agent: false,
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(!privateDomains && { lookup: publicLookup }),
    });
    request.on('response', ({ statusCode = 500 }) => {
      resolve(statusCode < 500 ? Math.max(1, Math.round(performance.now() - start)) : undefined);
      request.destroy();
    });
    request.on('error', () => resolve(undefined));
    watchConnectionLoss(request, () => resolve(undefined));
    request.end();
  });
}
