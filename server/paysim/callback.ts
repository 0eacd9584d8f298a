import { createHmac } from 'node:crypto';
import { PAYMENTS_PREFIX } from '../../shared/api/payments.ts';
import { SIGNATURE_HEADER, signedHead, TIMESTAMP_HEADER } from '../../shared/seamless/wallet.ts';

const DEADLINE_MS = 5_000;

export interface CallbackTarget {
  readonly platformUrl: string;
  readonly secretOf: (provider: string) => string | undefined;
  readonly now: () => Date;
}

/** Sends the callback to the merchant. True when it needs no repeat: accepted, or rejected in a way that a repeat would not change. */
export async function deliverCallback({ platformUrl, secretOf, now }: CallbackTarget, provider: string, body: string): Promise<boolean> {
  const secret = secretOf(provider);
  if (secret === undefined) return true;
  const timestamp = String(now().getTime());
  const url = new URL(`${PAYMENTS_PREFIX}/${provider}`, platformUrl);
  const signature = createHmac('sha256', secret)
    .update(signedHead('POST', url.pathname, timestamp))
    .update(body)
    .digest('hex');
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [TIMESTAMP_HEADER]: timestamp, [SIGNATURE_HEADER]: signature },
      body,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await answer.arrayBuffer();
    return answer.ok || answer.status === 404 || answer.status === 409;
  } catch {
    return false;
  }
}
