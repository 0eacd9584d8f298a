import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusal.ts';

const RAW_TYPE = /^(?:image\/[\w.+-]{1,40}|application\/octet-stream)$/i;

/** Reads a raw body and counts its bytes. Refuses other content types and bodies above the limit. */
export async function readRawBody(request: IncomingMessage, max: number): Promise<Buffer> {
  if (!RAW_TYPE.test(request.headers['content-type'] ?? '') || request.headers['content-encoding'] !== undefined)
    throw new Refusal('bad_request');
  if (Number(request.headers['content-length'] ?? 0) > max) throw new Refusal('upload_too_large');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max) throw new Refusal('upload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
