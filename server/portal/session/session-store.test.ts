import type { ServerResponse } from 'node:http';
import { EncryptJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/time.ts';
import type { PortalSession } from '../contracts.ts';
import { readCookies } from './cookies.ts';
import { createSessionStore } from './session-store.ts';

const SECRET = 'a secret of at least thirty-two characters';
/** Long past: only the store's own clock decides whether a session has ended. */
const START = 1_700_000_000_000;

function session(overrides: Partial<PortalSession> = {}): PortalSession {
  return { token: 'canary-token', memberId: 'm1', account: 'ann', type: 0, currency: 'USD', expiresAt: START + HOUR_MS, ...overrides };
}

function setUp(https = false, secret = SECRET, prefix = '') {
  const time = { now: START };
  const lines: string[] = [];
  const response = { appendHeader: (_name: string, line: string) => lines.push(line) } as unknown as ServerResponse;
  const store = createSessionStore(secret, https, prefix, () => time.now);
  const cookies = () => readCookies(lines.at(-1)?.split(';')[0]);
  return { time, lines, response, store, cookies };
}

describe('session cookie', () => {
  it('is sealed, not readable by scripts and bound to the host under https', async () => {
    const { store, response, lines } = setUp(true);
    await store.start(response, session());
    expect(lines[0]).toMatch(/^__Host-session=[\w.-]+; Path=\/; Max-Age=3600; SameSite=Lax; HttpOnly; Secure$/);
    expect(lines[0]).not.toContain('canary-token');
  });

  it('opens at once where it was made, and asynchronously in another process with the same secret', async () => {
    const here = setUp();
    await here.store.start(here.response, session());
    expect(here.store.open(here.cookies())).toEqual(session());
    const there = setUp();
    expect(await there.store.open(here.cookies())).toEqual(session());
    expect(there.store.open(here.cookies())).toEqual(session());
  });

  it('does not open at another merchant with the same secret, under any name', async () => {
    const here = setUp(false, SECRET, 'one_');
    await here.store.start(here.response, session());
    const sealed = { session: here.cookies().one_session };
    expect(await setUp(false, SECRET, 'one_').store.open(sealed)).toEqual(session());
    expect(await setUp(false, SECRET, 'two_').store.open(sealed)).toBeNull();
  });

  it.each([
    ['changed', (sealed: string) => `${sealed.startsWith('x') ? 'y' : 'x'}${sealed.slice(1)}`],
    ['cut', (sealed: string) => sealed.slice(0, 50)],
    ['plain', () => Buffer.from(JSON.stringify({ session: session() })).toString('base64url')],
    ['empty', () => ''],
  ])('that is %s does not open', async (_name, damage) => {
    const { store, response, cookies } = setUp();
    await store.start(response, session());
    const damaged = { session: damage(cookies().session ?? '') };
    expect(await store.open(damaged)).toBeNull();
    expect(store.isStale(damaged, null)).toBe(true);
  });

  it('of another secret or another kind of encryption does not open', async () => {
    const other = setUp(false, 'another secret of at least thirty-two chars');
    await other.store.start(other.response, session());
    expect(await setUp().store.open(other.cookies())).toBeNull();
    const unsealed = await new EncryptJWT({ session: session() })
      .setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM' })
      .encrypt(Buffer.from(SECRET));
    expect(await setUp().store.open({ session: unsealed })).toBeNull();
  });

  it('is valid until it expires or its token has ended', async () => {
    const { time, store, response, cookies } = setUp();
    await store.start(response, session());
    time.now = START + 3_599_999;
    expect(await store.open(cookies())).toEqual(session());
    time.now = START + HOUR_MS;
    expect(await store.open(cookies())).toBeNull();

    const ended = setUp();
    await ended.store.start(ended.response, session());
    ended.store.end('canary-token');
    expect(await ended.store.open(ended.cookies())).toBeNull();
  });
});

describe('cookies', () => {
  it('are read by name, the first of several', () => {
    expect(readCookies('a=1; b=2=3; a=9; =x; c')).toEqual({ a: '1', b: '2=3' });
    expect(readCookies(undefined)).toEqual({});
  });
  it('cannot change object prototypes', () => {
    expect(readCookies('__proto__=x').toString).toBeUndefined();
  });
});
