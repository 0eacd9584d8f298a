import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedHead } from '../../../shared/api/seamless.ts';

/** What a signature of the seamless wallet covers. */
export interface SignedRequest {
  readonly method: string;
  /** With its query, as it was sent. */
  readonly path: string;
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** Signs a request of the seamless wallet, lower-case hex. `docs/vendors/signature-vectors.json` proves a vendor's signer. */
export function signRequest(secret: string, { method, path, timestamp, body }: SignedRequest): string {
  return hmac(secret, signedHead(method, path, timestamp), body);
}

/** Compares in constant time. */
export function verifyRequest(secret: string, request: SignedRequest, signature: string): boolean {
  return isSame(signRequest(secret, request), signature);
}

/** HMAC-SHA256 over `<timestamp>.<raw body>`, lower-case hex: payment callbacks. */
export function sign(secret: string, timestamp: string, rawBody: string | Uint8Array): string {
  return hmac(secret, `${timestamp}.`, rawBody);
}

/** Compares in constant time. */
export function verifySignature(secret: string, timestamp: string, rawBody: string | Uint8Array, signature: string): boolean {
  return isSame(sign(secret, timestamp, rawBody), signature);
}

function hmac(secret: string, head: string, body: string | Uint8Array): string {
  return createHmac('sha256', secret).update(head).update(body).digest('hex');
}

function isSame(expected: string, signature: string): boolean {
  return /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(signature, 'hex'));
}
