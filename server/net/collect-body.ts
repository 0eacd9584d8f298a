import type { IncomingMessage } from 'node:http';

/**
 * Collects a whole body before a service is called: a slow visitor holds no connection to the service, and the visitor's slowness cannot
 * look like the service's. Undefined if the body exceeds `maxBytes`; rejects if the visitor disconnects.
 */
export async function collectBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
