import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { MAX_IMAGE_BYTES } from '../../../shared/constants.ts';
import { isFinalStatus, watchConnectionLoss } from '../../net/client-request.ts';
import type { UpstreamLinks } from '../proxy/upstream-client.ts';
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
  const body = await readBody(request);
  if (body === undefined) return void response.status(413).json({ ok: false });
  const headers: Record<string, string> = { 'x-client-address': request.socket.remoteAddress ?? '' };
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  if (body.length > 0) headers['content-length'] = String(body.length);
  // Always below `/internal/console`, for any form of request target.
  const path = `/internal/console${request.url.startsWith('/') ? request.url : '/'}`;
  const answer = await new Promise<IncomingMessage | undefined>((resolve) => {
    const outgoing = client.openInternal({ method: request.method, path, headers });
    outgoing.setTimeout(DEADLINE_MS, () => outgoing.destroy());
    outgoing.once('response', resolve).once('error', () => resolve(undefined));
    watchConnectionLoss(outgoing, () => resolve(undefined));
    outgoing.end(body);
  });
  if (!isFinalStatus(answer?.statusCode)) answer?.destroy();
  if (!answer || answer.destroyed) return void response.status(502).json({ ok: false, missing: ['the upstream platform'] });
  response.status(answer.statusCode ?? 502);
  for (const name of RETURNED_HEADERS) {
    const value = answer.headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
  answer.once('error', () => response.destroy());
  answer.pipe(response);
}

/** Reads the body; undefined if it exceeds the limit. */
async function readBody(request: Request): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
