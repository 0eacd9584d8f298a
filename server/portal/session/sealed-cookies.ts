import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { BoundedMap } from '../bounded-map.ts';
import { type Cookies, cookieLine, cookieName } from './cookies.ts';

/**
 * What a browser keeps for the platform and no script may read: the token of a device that the member has used before,
 * the token of whoever asked to be remembered, the ticket of a sign-in that waits for its second step, the state of a
 * sign-in with another service, and what keys of pictures to read are made from where there is no script.
 */
export type SealedName = 'device' | 'loginRemember' | 'signInTicket' | 'oauthFlow' | 'plainCaptcha';

/**
 * Sealed cookies besides the session. A value that was made up, cut, taken from the cookie of another name or is past its
 * time opens nothing, so it never costs the platform a look.
 */
export interface SealedCookies {
  read(name: SealedName, cookies: Cookies): string | undefined;
  /** True when the browser sent the cookie, whatever it holds. */
  has(name: SealedName, cookies: Cookies): boolean;
  /** `expiresAt` in milliseconds since the epoch. */
  set(response: ServerResponse, name: SealedName, value: string, expiresAt: number): void;
  clear(response: ServerResponse, name: SealedName): void;
}

const KEY_LABEL = 'sealed cookies';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const REMEMBERED = 5_000;
const LONGEST = 8_192;

interface Opened {
  readonly value: string;
  readonly expiresAt: number;
}

export function createSealedCookies(secret: string, https: boolean, prefix = '', now: () => number = Date.now): SealedCookies {
  // Merchants that share a secret open nothing of each other's.
  const key = createHash('sha256').update(`${prefix}${KEY_LABEL}\0${secret}`).digest();
  const opened = new BoundedMap<string, Opened>(REMEMBERED);
  // Comes in without the prefix (`own-cookies.ts`), goes out with it.
  const nameOf = (name: SealedName) => cookieName(name, { https, prefix: '' });
  const sentName = (name: SealedName) => cookieName(name, { https, prefix });

  return {
    has: (name, cookies) => cookies[nameOf(name)] !== undefined,
    read(name, cookies) {
      const sealed = cookies[nameOf(name)];
      if (sealed === undefined || sealed.length > LONGEST) return undefined;
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
  // The name is part of what is sealed: a ticket is no remember token.
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
    // Forged, cut or sealed with another secret: the browser simply has none.
    return undefined;
  }
}
