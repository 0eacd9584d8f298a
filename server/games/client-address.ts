import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

const IPV6_SUBNET_BITS = 56;

/** The portal passes the visitor's address; no other client can reach the studio without the portal key. */
export function addressOf(request: Request): string {
  return ipKeyGenerator(request.get('x-client-address') ?? request.socket.remoteAddress ?? '', IPV6_SUBNET_BITS);
}
