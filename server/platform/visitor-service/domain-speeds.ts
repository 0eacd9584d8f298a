import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { watchLost } from '../../net/client-request.ts';
import { isPublicAddress, publicLookup } from '../../net/public-address.ts';
import { readMerchant } from '../content/index.ts';
import type { Database } from '../db/database.ts';

export interface DomainSpeeds {
  /** Asks every configured domain once, one after the other. */
  measure(): Promise<void>;
  /** The configured domains with the milliseconds in which each last answered; null: not measured, or no answer. */
  list(): Promise<{ url: string; speed: number | null }[]>;
}

interface DomainSpeedsDeps {
  readonly db: Database;
  readonly merchant: string;
  /** Domains of this machine and of private networks are asked as well; for tests. */
  readonly privateDomains: boolean;
}

const DEADLINE_MS = 3_000;

/** How fast the site's own domains answer this process. What it has measured is its own and is gone with it. */
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

/** Milliseconds to the first line of the answer; undefined without one, or when the server says that it cannot. */
function answerTime(url: string, privateDomains: boolean): Promise<number | undefined> {
  const { hostname, protocol } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  // Node asks no resolver about an address.
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
    watchLost(request, () => resolve(undefined));
    request.end();
  });
}
