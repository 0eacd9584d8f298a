import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { EdgeStage } from '../edge/edge-stage.ts';

const MAPPED_V4 = '::ffff:';

/** True for a peer whose `X-Forwarded-For` is trusted; Express builds it from its `trust proxy` setting. */
export type Trusts = (address: string, hop: number) => boolean;

/** Determines the one client address: the peer's, or the nearest hop that is not a listed proxy. */
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
    // Stop at a listed proxy that names something other than an address.
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
