import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses of no public host: this machine, private networks, documentation, multicast. */
const NOT_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
const PUBLIC_V6 = ['2000::/3'];
/** Exceptions in that range: tunnels, which may lead to a private IPv4 address, and documentation. */
const NOT_PUBLIC_V6 = ['2001::/32', '2001:db8::/32', '2002::/16'];

const refusedV4 = blockListOf(NOT_PUBLIC_V4, 'ipv4');
const allowedV6 = blockListOf(PUBLIC_V6, 'ipv6');
const refusedV6 = blockListOf(NOT_PUBLIC_V6, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, 'ipv4');
  return family === 6 && allowedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

/** A host that resolves to this machine or a private network. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** Resolves a name for a connection; fails if any of its addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  const all: LookupAllOptions = { ...options, all: true };
  lookup(hostname, all, (error, found: LookupAddress[]) => {
    const failure = error ?? found.find(({ address }) => !isPublicAddress(address));
    if (failure !== undefined || !found[0]) return callback(error ?? new NotPublic(`${hostname} is no public host`), '', 0);
    return options.all ? callback(null, found) : callback(null, found[0].address, found[0].family);
  });
};

function blockListOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
