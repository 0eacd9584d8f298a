import { HOSTNAME } from '../../../shared/hostname.ts';

const MAX_HOSTS = 8;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Origins of a host list, without duplicates. A host without a scheme means https; plain http is allowed only on loopback, for tests. An
 * entry with a path, an account or other parts is refused, because the origin alone would lead elsewhere.
 */
export function readOrigins(
  hosts: readonly string[],
  max = MAX_HOSTS,
): { readonly origins: readonly string[]; readonly refused: readonly string[] } {
  const origins = new Set<string>();
  const refused: string[] = [];
  for (const host of hosts) {
    const origin = originOf(host);
    if (origin !== undefined && (origins.has(origin) || origins.size < max)) origins.add(origin);
    else refused.push(host);
  }
  return { origins: [...origins], refused };
}

export function originOf(host: string): string | undefined {
  const address = host.includes('://') ? host : `https://${host}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || url.href !== `${url.origin}/` || !HOSTNAME.test(url.hostname)) return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  return isSafe ? url.origin : undefined;
}
