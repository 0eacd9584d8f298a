import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

/** OWASP's parameters, which are part of the stored hash. */
const USUAL = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe('passwords', () => {
  it('verify against their own hash only, and never without one', async () => {
    const passwords = createPasswords();
    const hash = await passwords.hash('calm-tide-9');
    expect(await passwords.verify(hash, 'calm-tide-9')).toBe(true);
    expect(await passwords.verify(hash, 'calm-tide-8')).toBe(false);
    expect(await passwords.verify(undefined, 'calm-tide-9')).toBe(false);
    expect(await passwords.hash('calm-tide-9')).not.toBe(hash);
  });

  it('are refused while the queue is full, and accepted afterwards', async () => {
    const passwords = createPasswords({ running: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('x')));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect((results[3] as PromiseRejectedResult).reason).toMatchObject({ code: 'server_busy' });
    await expect(passwords.hash('x')).resolves.toMatch(USUAL);
  });
});
