import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import * as v from 'valibot';
import type { DrawBeacon } from '../../../shared/games/lottery/beacon.ts';
import { isRoundSigned } from '../../../shared/games/lottery/verify-beacon.ts';
import { SECOND_MS } from '../../../shared/time.ts';
import { watchConnectionLoss } from '../../net/client-request.ts';
import { isPublicAddress, publicLookup } from '../../net/public-address.ts';

/** An answer has about 250 bytes. */
const MAX_BYTES = 4_096;
const DEADLINE_MS = 4 * SECOND_MS;
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

const answer = v.object({ round: v.number(), signature: v.string() });

/**
 * Requests the signature of a round from the first address that has it. Rejects with what each address answered. Only the signature counts,
 * checked with the public key: an address can withhold a round, but choose none. Redirects are not followed, and hosts of private networks
 * are not called.
 */
export async function fetchRound(urls: readonly string[], beacon: DrawBeacon): Promise<string> {
  const failures: string[] = [];
  for (const url of urls) {
    try {
      const found = await request(`${url}/${beacon.chain}/public/${beacon.round}`);
      const { round, signature } = v.parse(answer, JSON.parse(found));
      if (round !== beacon.round) throw new Error(`answered round ${round}`);
      if (!isRoundSigned(beacon, signature)) throw new Error('its signature is not that of the network');
      return signature;
    } catch (error) {
      failures.push(`${url}: ${error instanceof Error ? error.message.slice(0, 120) : 'unknown'}`);
    }
  }
  throw new Error(`round ${beacon.round} is not available (${failures.join('; ') || 'no address'})`);
}

function request(address: string): Promise<string> {
  const { hostname, protocol } = new URL(address);
  const literal = hostname.replace(/^\[|\]$/g, '');
  // An operator may name a service of this machine; node calls no resolver for an address.
  const isLocal = LOCAL_HOSTS.includes(hostname);
  if (!isLocal && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.reject(new Error('no public host'));
  return new Promise((resolve, reject) => {
    const call = (protocol === 'https:' ? https : http).get(address, {
      agent: false,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(!isLocal && { lookup: publicLookup }),
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      if (response.statusCode !== 200) {
        call.destroy();
        return reject(new Error(`status ${response.statusCode}`));
      }
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= MAX_BYTES) return;
        call.destroy();
        reject(new Error('the answer is too long'));
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    });
    call.on('error', reject);
    watchConnectionLoss(call, () => reject(new Error('the connection was lost')));
  });
}
