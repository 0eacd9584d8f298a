import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { EdgeStage } from '../contracts.ts';

const MAPPED_V4 = '::ffff:';

/** True for a peer whose word about the hop before it counts; Express makes it from its `trust proxy` setting. */
export type Trusts = (address: string, hop: number) => boolean;

/** Decides the one client address: the peer's, or the nearest hop that no listed proxy vouches for. */
export function clientAddress(trusts: Trusts | undefined): EdgeStage {
  return (request, response, next) => {
    const peer = request.socket.remoteAddress ?? '';
    response.locals.address = normaliseAddress(trusts ? nearestUntrusted(request, peer, trusts) : peer);
    next();
  };
}

function nearestUntrusted(request: IncomingMessage, peer: string, trusts: Trusts): string {
  const header = request.headers['x-forwarded-for'];
  const hops = (typeof header === 'string' ? header.split(',') : []).map((hop) => hop.trim()).reverse();
  let address = peer;
  for (const [index, hop] of hops.entries()) {
    // A listed proxy that names something else than an address is believed no further.
    if (!trusts(address, index) || isIP(hop) === 0) break;
    address = hop;
  }
  return address;
}

/** IPv4 in its short form ("::ffff:192.0.2.1" and "192.0.2.1" are one visitor), IPv6 without its zone. */
export function normaliseAddress(address: string): string {
  if (address.startsWith(MAPPED_V4) && address.includes('.')) return address.slice(MAPPED_V4.length);
  const zone = address.indexOf('%');
  return zone === -1 ? address : address.slice(0, zone);
}
