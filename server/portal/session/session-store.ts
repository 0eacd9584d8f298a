import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { EncryptJWT, jwtDecrypt } from 'jose';
import * as v from 'valibot';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { PortalSession } from '../contracts.ts';
import { type Cookies, cookieLine, cookieName } from './cookies.ts';

/** Sessions are stored in sealed cookies; a process caches only opened cookies and ended tokens. */
export interface SessionStore {
  /** Session of the cookies; synchronous if the cookie has been opened before. */
  open(cookies: Cookies): PortalSession | null | Promise<PortalSession | null>;
  /** True if the browser sent a session cookie that is not valid any more. */
  isStale(cookies: Cookies, session: PortalSession | null): boolean;
  start(response: ServerResponse, session: PortalSession): Promise<void>;
  clear(response: ServerResponse): void;
  /** Marks a token that the platform rejects. */
  end(token: string): void;
}

const CACHE_SIZE = 20_000;
const KEY_LABEL = 'session cookie';
const sessionShape = v.object({
  token: v.string(),
  memberId: v.string(),
  account: v.string(),
  type: v.number(),
  currency: v.string(),
  expiresAt: v.number(),
});

export function createSessionStore(secret: string, https: boolean, prefix = '', now: () => number = Date.now): SessionStore {
  // `readCookies` removes the prefix from incoming cookies.
  const name = cookieName('session', { https, prefix: '' });
  const sentName = cookieName('session', { https, prefix });
  // Merchants that share a secret cannot open each other's sessions.
  const key = createHash('sha256').update(`${prefix}${KEY_LABEL}\0${secret}`).digest();
  const opened = new BoundedMap<string, PortalSession>(CACHE_SIZE);
  const ended = new BoundedMap<string, true>(CACHE_SIZE);

  const usable = (session: PortalSession | null) => (session && session.expiresAt > now() && !ended.has(session.token) ? session : null);

  return {
    open(cookies) {
      const sealed = cookies[name];
      if (sealed === undefined) return null;
      const known = opened.get(sealed);
      if (known) return usable(known);
      return unseal(sealed, key, new Date(now())).then((session) => {
        if (session) opened.set(sealed, session);
        return usable(session);
      });
    },
    isStale: (cookies, session) => session === null && cookies[name] !== undefined,
    async start(response, session) {
      const sealed = await seal(session, key);
      opened.set(sealed, session);
      const maxAgeSeconds = Math.max(1, Math.floor((session.expiresAt - now()) / 1000));
      response.appendHeader('Set-Cookie', cookieLine(sentName, sealed, { maxAgeSeconds, secure: https, httpOnly: true }));
    },
    clear(response) {
      response.appendHeader('Set-Cookie', cookieLine(sentName, '', { maxAgeSeconds: 0, secure: https, httpOnly: true }));
    },
    end(token) {
      ended.set(token, true);
    },
  };
}

function seal(session: PortalSession, key: Uint8Array): Promise<string> {
  return new EncryptJWT({ session })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(Math.ceil(session.expiresAt / 1000))
    .encrypt(key);
}

async function unseal(sealed: string, key: Uint8Array, currentDate: Date): Promise<PortalSession | null> {
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'], currentDate };
    const { payload } = await jwtDecrypt(sealed, key, options);
    return v.parse(sessionShape, payload.session);
  } catch {
    // Forged, truncated, expired or sealed with another secret: the visitor is not signed in.
    return null;
  }
}
