import type { RequestHandler } from 'express';
import { PLATFORM_KEY_HEADER } from '../../../shared/api/platform-key.ts';
import { collectBody } from '../../net/collect-body.ts';

/** The simulator's page for payouts; the admin port serves it below its own address, the portal does not. */
export const PAYSIM_DESK_PATH = '/paysim/desk';

const MAX_BODY_BYTES = 4 * 1024;
const DEADLINE_MS = 10_000;
const RETURNED_HEADERS = ['content-type', 'content-security-policy', 'location', 'cache-control'] as const;

/** The desk of the payment simulator for operators of the demo. Without a simulator nothing is found. */
export function paysimDesk(paysimUrl: string | undefined, platformKey: string | undefined): RequestHandler {
  return async (request, response, next) => {
    if (paysimUrl === undefined) return next();
    const body = await collectBody(request, MAX_BODY_BYTES);
    if (body === undefined) return void response.status(413).json({ ok: false });
    const headers: Record<string, string> = { 'content-type': request.get('Content-Type') ?? '' };
    if (platformKey !== undefined) headers[PLATFORM_KEY_HEADER] = platformKey;
    const answer = await fetch(new URL(request.originalUrl, paysimUrl), {
      method: request.method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(request.method === 'POST' && { body: new Uint8Array(body) }),
    }).catch(() => undefined);
    if (!answer) return void response.status(502).json({ ok: false, missing: ['the payment simulator'] });
    response.status(answer.status);
    for (const name of RETURNED_HEADERS) {
      const value = answer.headers.get(name);
      if (value !== null) response.setHeader(name, value);
    }
    response.send(Buffer.from(await answer.arrayBuffer()));
  };
}
