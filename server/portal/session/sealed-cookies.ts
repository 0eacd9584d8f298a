import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { BoundedMap } from '../cache/bounded-map.ts';
import { type Cookies, cookieLine, cookieName } from './cookies.ts';

/**
 * Secrets that a browser stores and scripts must not read: the device token of an earlier sign-in, the remember token, the ticket of a
 * sign-in that waits for its second step, the state of a social sign-in, the sending of a phone service's code, and the secret that captcha keys of pages without script are
 * derived from.
 */
export type SealedName = 'device' | 'loginRemember' | 'signInTicket' | 'oauthFlow' | 'plainCaptcha' | 'phoneCode';

/**
 * Sealed cookies besides the session. A value that is forged, truncated, taken from another cookie or expired is not opened, so it never
 * causes a call to the platform.
 */
export interface SealedCookies {
  read(name: SealedName, cookies: Cookies): string | undefined;
  /** True if the browser sent the cookie, valid or not. */
  has(name: SealedName, cookies: Cookies): boolean;
  /** `expiresAt` in milliseconds since the epoch. */
  set(response: ServerResponse, name: SealedName, value: string, expiresAt: number): void;
  clear(response: ServerResponse, name: SealedName): void;
}

const KEY_LABEL = 'sealed cookies';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CACHED_VALUES = 5_000;
const MAX_LENGTH = 8_192;

interface Opened {
  readonly value: string;
  readonly expiresAt: number;
}

export function createSealedCookies(secret: string, https: boolean, prefix = '', now: () => number = Date.now): SealedCookies {
  // Merchants that share a secret cannot open each other's cookies.
  const key = createHash('sha256').update(`${prefix}${KEY_LABEL}\0${secret}`).digest();
  const opened = new BoundedMap<string, Opened>(CACHED_VALUES);
  // `readCookies` removes the prefix from incoming cookies.
  const nameOf = (name: SealedName) => cookieName(name, { https, prefix: '' });
  const sentName = (name: SealedName) => cookieName(name, { https, prefix });

  return {
    has: (name, cookies) => cookies[nameOf(name)] !== undefined,
    read(name, cookies) {
      const sealed = cookies[nameOf(name)];
      if (sealed === undefined || sealed.length > MAX_LENGTH) return undefined;
      const id = `${name} ${sealed}`;
      const found = opened.get(id) ?? unseal(key, name, sealed);
      if (!found) return undefined;
      opened.set(id, found);
      return found.expiresAt > now() ? found.value : undefined;
    },
    set(response, name, value, expiresAt) {
      const maxAgeSeconds = Math.max(1, Math.floor((expiresAt - now()) / 1000));
      const sealed = seal(key, name, { value, expiresAt });
      response.appendHeader('Set-Cookie', cookieLine(sentName(name), sealed, { maxAgeSeconds, secure: https, httpOnly: true }));
    },
    clear(response, name) {
      response.appendHeader('Set-Cookie', cookieLine(sentName(name), '', { maxAgeSeconds: 0, secure: https, httpOnly: true }));
    },
  };
}

function seal(key: Buffer, name: SealedName, { value, expiresAt }: Opened): string {
  const nonce = randomBytes(NONCE_BYTES);
  // The name is authenticated too: a ticket cannot serve as a remember token.
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(name));
  const hidden = Buffer.concat([cipher.update(`${expiresAt} ${value}`, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
}

function unseal(key: Buffer, name: SealedName, sealed: string): Opened | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    const space = plain.indexOf(' ');
    return { expiresAt: Number(plain.slice(0, space)), value: plain.slice(space + 1) };
  } catch {
    // Forged, truncated or sealed with another secret: treated as missing.
    return undefined;
  }
}
