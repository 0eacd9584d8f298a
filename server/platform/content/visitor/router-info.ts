import { CompactEncrypt, importJWK, type JWK } from 'jose';
import * as v from 'valibot';
import { Refusal } from '../../base/refusal.ts';

/** Type of an entry whose path is encrypted for the calling portal. */
const SEALED_ENTRY = 3;
const publicKeyShape = v.strictObject({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() });

export interface PathEntry {
  readonly type: number;
  readonly path: string;
}

/** Addresses of customer service; empty if the merchant has none. `key`: the portal's public key, base64url of its JWK. */
export async function customerServicePaths(place: string | null, key: string): Promise<PathEntry[]> {
  if (place === null) return [];
  const jwk = readKey(key);
  const path = await new CompactEncrypt(new TextEncoder().encode(place)).setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' }).encrypt(
    await importJWK(jwk, 'ECDH-ES').catch(() => {
      throw new Refusal('bad_request');
    }),
  );
  return [{ type: SEALED_ENTRY, path }];
}

function readKey(key: string): JWK {
  try {
    return v.parse(publicKeyShape, JSON.parse(Buffer.from(key, 'base64url').toString('utf8')));
  } catch {
    throw new Refusal('bad_request');
  }
}
