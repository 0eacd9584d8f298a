import { BlockList, isIP } from 'node:net';

/** An address, or a range in CIDR notation. */
export function isNetwork(entry: string): boolean {
  const [, address = '', bits = '0'] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Judges addresses by a list of networks; an IPv4 address that is written as IPv6 counts as IPv4. */
export function networkList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}
