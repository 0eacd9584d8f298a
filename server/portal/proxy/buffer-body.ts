import type { IncomingMessage } from 'node:http';
import { collectBody } from './pass-upload.ts';

/**
 * Buffers the whole body before the upstream is called: a slow visitor holds no upstream connection, and the visitor's slowness cannot look
 * like the upstream's. False if the body exceeds `most`; rejects if the visitor disconnects.
 */
export async function bufferBody(request: IncomingMessage, maxBytes: number): Promise<boolean> {
  const body = await collectBody(request, maxBytes);
  if (body === undefined) return false;
  // The proxy reads the request through `pipe`.
  request.pipe = (outgoing) => {
    outgoing.end(body);
    return outgoing;
  };
  return true;
}
