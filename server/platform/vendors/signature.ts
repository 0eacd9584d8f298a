import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 over `<timestamp>.<raw body>`, lower-case hex. `signature-vectors.json` proves a vendor's signer. */
export function sign(secret: string, timestamp: string, rawBody: string | Uint8Array): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
}

/** Compares in constant time. */
export function verifySignature(secret: string, timestamp: string, rawBody: string | Uint8Array, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false;
  return timingSafeEqual(Buffer.from(sign(secret, timestamp, rawBody), 'hex'), Buffer.from(signature, 'hex'));
}
