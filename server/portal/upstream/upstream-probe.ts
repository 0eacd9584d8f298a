import { CALLS, type UpstreamFamily } from '../../../shared/api/call-table.ts';
import { plainWire, type WireOf } from '../answers/wire-request.ts';
import type { UpstreamLinks } from './links.ts';
import { isEnvelope } from './read-answer.ts';

const DEADLINE_MS = 2_000;

/** Requests a public answer of a family, without a query; any envelope counts as success. */
export function createUpstreamProbe(
  links: UpstreamLinks,
  merchant: string,
  wireOf: WireOf = plainWire,
): (family: UpstreamFamily) => Promise<boolean> {
  return async (family) => {
    const call = CALLS.find(({ path, cacheSeconds, method }) => method === 'GET' && cacheSeconds > 0 && path.startsWith(`/${family}/`));
    if (!call) return false;
    const headers = { accept: 'application/json', merchant, language: 'EN', 'x-request-id': 'probe', 'user-agent': 'portal' };
    const { body } = await links.exchange(
      { ...wireOf({ call, search: '', headers, body: undefined, account: undefined }), signal: undefined, streams: undefined, family },
      { total: DEADLINE_MS },
    );
    return isEnvelope(body);
  };
}
