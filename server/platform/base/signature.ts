import { createHmac, timingSafeEqual } from 'node:crypto';
import { signedHead } from '../../../shared/seamless/wallet.ts';

/** Input of a signature, for seamless calls and for callbacks of payment providers. */
export interface SignedRequest {
  readonly method: string;
  /** As sent, including the query. */
  readonly path: string;
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** Lower-case hex. `docs/vendors/signature-vectors.json` holds test vectors. */
export function signRequest(secret: string, { method, path, timestamp, body }: SignedRequest): string {
  return createHmac('sha256', secret)
    .update(signedHead(method, path, timestamp))
    .update(body)
    .digest('hex');
}

/** Compares in constant time. */
export function verifyRequest(secret: string, request: SignedRequest, signature: string): boolean {
  const expected = Buffer.from(signRequest(secret, request), 'hex');
  return /^[0-9a-f]{64}$/.test(signature) && timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
