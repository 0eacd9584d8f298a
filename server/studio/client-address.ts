import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';

const IPV6_SUBNET_BITS = 56;

/** The portal names the visitor's address; nobody else reaches the studio without the key of portals. */
export function addressOf(request: Request): string {
  return ipKeyGenerator(request.get('x-client-address') ?? request.socket.remoteAddress ?? '', IPV6_SUBNET_BITS);
}
