import type { Request, RequestHandler, Response } from 'express';
import { MAX_IMAGE_BYTES } from '../../../shared/constants.ts';
import { collectBody } from '../../net/collect-body.ts';
import type { UpstreamLinks } from '../upstream/links.ts';
import { STYLE, STYLE_TAG } from './style.ts';

/** Limit of a console form: texts in every language, or one picture; the platform limits each kind itself. */
const MAX_BODY_BYTES = MAX_IMAGE_BYTES + 256 * 1024;
const DEADLINE_MS = 30_000;
const FORWARDED_HEADERS = ['cookie', 'content-type', 'referer', 'x-forwarded-proto'] as const;
const RETURNED_HEADERS = [
  'content-type',
  'content-security-policy',
  'location',
  'set-cookie',
  'referrer-policy',
  'content-disposition',
] as const;

/**
 * The operators' console on the admin port: the style sheet comes from the portal, the pages from the embedded platform. A remote platform
 * has its own console.
 */
export function consolePages(client: UpstreamLinks): RequestHandler {
  return (request, response, next) => {
    if (request.path === '/style.css') return sendStyle(request, response);
    forwardToConsole(client, request, response).catch(next);
  };
}

function sendStyle(request: Request, response: Response): void {
  response.set({ 'Cache-Control': 'no-cache', ETag: STYLE_TAG }).type('css');
  if (request.get('If-None-Match') === STYLE_TAG) response.status(304).end();
  else response.send(STYLE);
}

async function forwardToConsole(client: UpstreamLinks, request: Request, response: Response): Promise<void> {
  const body = await collectBody(request, MAX_BODY_BYTES);
  if (body === undefined) return void response.status(413).json({ ok: false });
  const headers: Record<string, string> = { 'x-client-address': request.socket.remoteAddress ?? '' };
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  if (body.length > 0) headers['content-length'] = String(body.length);
  // Always below `/internal/console`, for any form of request target.
  const path = `/internal/console${request.url.startsWith('/') ? request.url : '/'}`;
  const answer = await client
    .exchange({ method: request.method, path, headers, body, streams: () => true, signal: undefined }, { idle: DEADLINE_MS })
    .catch(() => undefined);
  if (!answer?.stream) return void response.status(502).json({ ok: false, missing: ['the upstream platform'] });
  response.status(answer.status);
  for (const name of RETURNED_HEADERS) {
    const value = answer.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  answer.stream.once('error', () => response.destroy());
  answer.stream.pipe(response);
}
