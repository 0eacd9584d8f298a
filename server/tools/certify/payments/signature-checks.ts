import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SIGNATURE_HEADER, SIGNATURE_WINDOW_MS, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { signatureOf } from './signed-post.ts';

/** Whether a received message is signed, and within the time that signatures allow. */
export function signatureChecks(
  request: IncomingMessage,
  body: Buffer,
  secret: string,
): { readonly isSigned: boolean; readonly isInTime: boolean } {
  const timestamp = String(request.headers[TIMESTAMP_HEADER] ?? '');
  const expected = Buffer.from(signatureOf(secret, request.url ?? '', timestamp, body));
  const given = Buffer.from(String(request.headers[SIGNATURE_HEADER] ?? ''));
  return {
    isSigned: expected.length === given.length && timingSafeEqual(expected, given),
    isInTime: /^\d{13}$/.test(timestamp) && Math.abs(Date.now() - Number(timestamp)) <= SIGNATURE_WINDOW_MS,
  };
}
