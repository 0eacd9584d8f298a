import type { IncomingMessage, ServerResponse } from 'node:http';
import { accepts } from '../accepts.ts';
import type { PublicEntry } from './public-cache.ts';

const PLAIN: readonly string[] = [
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-cache',
  'Vary',
  'Accept-Encoding, Cookie, Language',
];

/** Sends a ready answer. Browsers ask again each time and mostly hear that nothing has changed. */
export function sendPublic(request: IncomingMessage, response: ServerResponse, entry: PublicEntry): void {
  for (let index = 0; index < PLAIN.length; index += 2) response.setHeader(PLAIN[index] as string, PLAIN[index + 1] as string);
  response.setHeader('ETag', entry.etag);
  if (request.headers['if-none-match'] === entry.etag) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const body = chooseBody(request.headers['accept-encoding'], response, entry);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

function chooseBody(accepted: string | undefined, response: ServerResponse, entry: PublicEntry): Buffer {
  if (entry.brotli && accepts(accepted, 'br')) {
    response.setHeader('Content-Encoding', 'br');
    return entry.brotli;
  }
  if (entry.gzip && accepts(accepted, 'gzip')) {
    response.setHeader('Content-Encoding', 'gzip');
    return entry.gzip;
  }
  return entry.body;
}
