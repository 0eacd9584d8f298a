import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { SIGNATURE_HEADER, SIGNATURE_WINDOW_MS, signedHead, TIMESTAMP_HEADER } from '../../shared/seamless/wallet.ts';
import type { StudioClock } from './contract.ts';

/** Whether a call of the platform is signed with the vendor's key, over the bytes as sent. */
export function isSignedCall(
  { secret, clock }: { readonly secret: string; readonly clock: StudioClock },
  request: Request,
  raw: Buffer,
): boolean {
  const timestamp = request.get(TIMESTAMP_HEADER) ?? '';
  if (!(Math.abs(Number(timestamp) - clock.now().getTime()) <= SIGNATURE_WINDOW_MS)) return false;
  const expected = createHmac('sha256', secret)
    .update(signedHead('POST', request.originalUrl, timestamp))
    .update(raw)
    .digest();
  const signature = Buffer.from(request.get(SIGNATURE_HEADER) ?? '', 'hex');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

/** The body of a signed call; undefined if it is no JSON. */
export function jsonIn(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
