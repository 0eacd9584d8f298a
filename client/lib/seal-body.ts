import { sessionKeys } from '../../shared/api/account-calls.ts';
import type { EncryptedBody } from '../../shared/api/envelope.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { call } from './call.ts';

/** Seals a body to the platform's current key. Loaded, with its cryptography, only when a form is sent. */
export async function sealBody(callId: string, body: unknown): Promise<EncryptedBody> {
  const answer = await call(sessionKeys);
  const key = answer.success ? answer.value.keys[0] : undefined;
  if (!key) throw new Error('no key to seal to');
  return { payload: await sealPayload(key as PayloadKey, callId, body) };
}
