import type { NextFunction, Request, RequestHandler, Response } from 'express';

const MAPPED_V4 = '::ffff:';

/**
 * Decides the one client address. Express reads `X-Forwarded-For` only for peers on its `trust proxy` list; without a
 * list the address is the peer's and no header counts.
 */
export function clientAddress(trustProxy: readonly string[]): RequestHandler {
  const trusting = trustProxy.length > 0;
  return (request: Request, response: Response, next: NextFunction) => {
    const address = (trusting ? request.ip : request.socket.remoteAddress) ?? '';
    response.locals.address = normaliseAddress(address);
    next();
  };
}

/** IPv4 in its short form ("::ffff:192.0.2.1" and "192.0.2.1" are one visitor), IPv6 without its zone. */
export function normaliseAddress(address: string): string {
  if (address.startsWith(MAPPED_V4) && address.includes('.')) return address.slice(MAPPED_V4.length);
  const zone = address.indexOf('%');
  return zone === -1 ? address : address.slice(0, zone);
}
