import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readCookies } from './cookies.ts';
import { createSealedCookies, type SealedName } from './sealed-cookies.ts';

const SECRET = 'a secret of at least thirty-two characters';
const START = 1_800_000_000_000;

function setUp(https = false, secret = SECRET, prefix = '') {
  const time = { now: START };
  const lines: string[] = [];
  const response = { appendHeader: (_name: string, line: string) => lines.push(line) } as unknown as ServerResponse;
  const store = createSealedCookies(secret, https, prefix, () => time.now);
  const set = (name: SealedName = 'device', value = 'canary-value') => store.set(response, name, value, START + 60_000);
  return { time, lines, response, store, set, cookies: () => readCookies(lines.at(-1)?.split(';')[0]) };
}

describe('sealed cookies', () => {
  it.each([
    [false, /^device=[\w-]+; Path=\/; Max-Age=60; SameSite=Lax; HttpOnly$/],
    [true, /^__Host-device=[\w-]+; Path=\/; Max-Age=60; SameSite=Lax; HttpOnly; Secure$/],
  ])('under https %s cannot be read by scripts and do not show their value', (https, line) => {
    const { set, lines } = setUp(https);
    set();
    expect(lines[0]).toMatch(line);
    expect(lines[0]).not.toContain('canary-value');
  });

  it('open in this process and in another one with the same secret', () => {
    const here = setUp();
    here.set('device', 'a value with blanks, ünïcode');
    expect(here.store.read('device', here.cookies())).toBe('a value with blanks, ünïcode');
    expect(setUp().store.read('device', here.cookies())).toBe('a value with blanks, ünïcode');
    expect(setUp(false, `${SECRET} of another`).store.read('device', here.cookies())).toBeUndefined();
  });

  it('do not open at another merchant with the same secret, under any name', () => {
    const here = setUp(false, SECRET, 'one_');
    here.set();
    const device = here.cookies().one_device;
    expect(setUp(false, SECRET, 'one_').store.read('device', { device })).toBe('canary-value');
    expect(setUp(false, SECRET, 'two_').store.read('device', { device })).toBeUndefined();
  });

  it('do not open under the name of another', () => {
    const { set, store, cookies } = setUp();
    set('signInTicket');
    const swapped = { loginRemember: cookies().signInTicket, device: cookies().signInTicket };
    expect([store.read('loginRemember', swapped), store.read('device', swapped)]).toEqual([undefined, undefined]);
    expect(store.has('device', swapped)).toBe(true);
  });

  it.each([
    ['empty', () => ''],
    ['made up', () => 'x'.repeat(80)],
    ['plain', () => Buffer.from(`${START * 2} canary-value`).toString('base64url')],
    ['cut', (sealed: string) => sealed.slice(0, 30)],
    ['too long', (sealed: string) => sealed + 'x'.repeat(10_000)],
  ])('that are %s do not open', (_name, damage) => {
    const { set, store, cookies } = setUp();
    set();
    expect(store.read('device', { device: damage(cookies().device ?? '') })).toBeUndefined();
  });

  it('do not open with any one byte changed', () => {
    const { set, store, cookies } = setUp();
    set();
    const bytes = Buffer.from(cookies().device ?? '', 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const damaged = Buffer.from(bytes);
      damaged[index] = (damaged[index] ?? 0) ^ 1;
      expect(store.read('device', { device: damaged.toString('base64url') })).toBeUndefined();
    }
  });

  it('expire, even if the browser still sends them', () => {
    const { time, set, store, cookies } = setUp();
    set();
    time.now = START + 59_999;
    expect(store.read('device', cookies())).toBe('canary-value');
    time.now = START + 60_000;
    expect(store.read('device', cookies())).toBeUndefined();
  });
});
