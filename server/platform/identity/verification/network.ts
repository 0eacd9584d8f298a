import { ipKeyGenerator } from 'express-rate-limit';

/** Prefix length that counts as one subscriber. */
const IPV6_PREFIX = 56;

/** The network for limits per address: an IPv4 address, or the /56 of an IPv6 address. Mapped addresses are IPv4. */
export function networkOf(clientAddress: string): string {
  return ipKeyGenerator(clientAddress, IPV6_PREFIX);
}
