import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PublicEntry } from '../cache/public-cache.ts';
import { accepts } from '../edge/accepts.ts';
import { hasCopy, tagOf } from '../edge/validators.ts';

const PLAIN: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-cache',
  'Vary',
  'Accept-Encoding, Accept-Language, Cookie, Language',
];

/** Sends a cached answer. Browsers revalidate each time and mostly get 304. */
export function sendPublic(request: IncomingMessage, response: ServerResponse, entry: PublicEntry): void {
  for (let index = 0; index < PLAIN.length; index += 2) response.setHeader(PLAIN[index] as string, PLAIN[index + 1] as string);
  const [coding, body] = chooseBody(request.headers['accept-encoding'], entry);
  const tag = tagOf(entry.etag, coding);
  response.setHeader('ETag', tag);
  if (hasCopy(request.headers['if-none-match'], tag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  if (coding !== '') response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

function chooseBody(accepted: string | undefined, { body, brotli, gzip }: PublicEntry): readonly [coding: string, body: Buffer] {
  if (brotli && accepts(accepted, 'br')) return ['br', brotli];
  return gzip && accepts(accepted, 'gzip') ? ['gzip', gzip] : ['', body];
}
