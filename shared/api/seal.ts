import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { randomHex } from '../random-hex.ts';
import { type EncryptedContent, JWE_ALGORITHM, JWE_ENCRYPTION } from './envelope.ts';

/** A key of `session.keys`. */
export interface PayloadKey extends JWK {
  readonly kid: string;
}

/** Available in browsers and Node, but not declared for code without platform types. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

const NONCE_BYTES = 16;

/**
 * Encrypts the data of an encrypted call with the platform's public key: the `payload` of the body. Works in browsers
 * (secure context) and in Node; load it only when a form is sent. `now` in milliseconds since the epoch.
 */
export async function sealPayload(key: PayloadKey, callId: string, data: unknown, now: number = Date.now()): Promise<string> {
  const nonce = randomHex(NONCE_BYTES);
  const content: EncryptedContent = { iat: Math.floor(now / 1000), nonce, call: callId, data };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: JWE_ALGORITHM, enc: JWE_ENCRYPTION, kid: key.kid })
    .encrypt(await importJWK(key, JWE_ALGORITHM));
}
