import { BoundedMap } from '../cache/bounded-map.ts';
import type { EdgeStage } from '../edge-stage.ts';

const CACHED_HEADERS = 5_000;
const MAX_CACHED_LENGTH = 2_048;
const HOST_ONLY = '__Host-';

/**
 * Browsers store cookies by host and not by port, so merchants on one machine receive each other's cookies. This stage keeps only cookies
 * with this merchant's prefix and removes the prefix; later stages cannot read another merchant's.
 */
export function ownCookies(prefix: string): EdgeStage {
  if (prefix === '') return (_request, _response, next) => next();
  const cache = new BoundedMap<string, string | undefined>(CACHED_HEADERS);
  return ({ headers }, _response, next) => {
    const sent = headers.cookie;
    if (sent !== undefined) {
      const own = cache.has(sent) ? cache.get(sent) : strip(sent, prefix);
      if (sent.length <= MAX_CACHED_LENGTH) cache.set(sent, own);
      if (own === undefined) delete headers.cookie;
      else headers.cookie = own;
    }
    next();
  };
}

function strip(header: string, prefix: string): string | undefined {
  const own = header.split(';').flatMap((pair) => {
    const text = pair.trim();
    if (text.startsWith(prefix)) return [text.slice(prefix.length)];
    return text.startsWith(HOST_ONLY + prefix) ? [HOST_ONLY + text.slice(HOST_ONLY.length + prefix.length)] : [];
  });
  return own.length > 0 ? own.join('; ') : undefined;
}
