import { randomBytes } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import type { Envelope } from '../../../../shared/api/envelope.ts';
import { captchaImage } from '../../../../shared/api/verification/contract.ts';
import type { Upstream, Visitor } from '../../contracts.ts';

const KEY_BYTES = 24;
/** An address may load one image per second. */
const RETRY_DELAY_MS = 1_050;

export function captchaKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** A captcha image, PNG as base64. Retried if another visitor of the same address was faster. */
export async function drawCaptcha(upstream: Upstream, visitor: Visitor, key: string): Promise<Envelope<string>> {
  const request = () => upstream.call(captchaImage, { query: { key } }, { ...visitor, session: null });
  const first = await request();
  return !first.success && first.code === 'too_many_requests' ? later(RETRY_DELAY_MS).then(request) : first;
}
