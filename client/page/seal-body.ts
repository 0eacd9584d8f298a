import type { EncryptedBody, Envelope } from '../../shared/api/envelope.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { sessionKeys } from '../../shared/api/session/calls.ts';

/**
 * Encrypts a body with the platform's current key. Loaded, with its cryptography, only when a form is sent. A payload
 * is valid for two minutes, so it uses the server's clock: many devices' clocks are further off. A platform that has no
 * such keys gets the body as it is. Throws without a key.
 */
export async function sealBody(callId: string, body: unknown, signal?: AbortSignal): Promise<EncryptedBody> {
  const response = await fetch(sessionKeys.path, { cache: 'no-store', ...(signal && { signal }) });
  const now = Date.parse(response.headers.get('Date') ?? '');
  const answer = (await response.json()) as Envelope<{ keys: PayloadKey[] }>;
  if (!answer.success && answer.code === 'not_offered') return body as EncryptedBody;
  const key = answer.success ? answer.value.keys[0] : undefined;
  if (!key) throw new Error('no public key for encryption');
  return { payload: await sealPayload(key, callId, body, Number.isNaN(now) ? Date.now() : now) };
}
