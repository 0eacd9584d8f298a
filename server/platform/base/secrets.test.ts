import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const secrets = createSecrets('a-data-key-for-tests-of-32-characters');

test('what is sealed opens again, for its purpose and with its key only', () => {
  const sealed = secrets.seal('member.email', 'ann@example.com');
  expect(sealed).not.toContain('example');
  expect(secrets.seal('member.email', 'ann@example.com')).not.toBe(sealed);
  expect(secrets.open('member.email', sealed)).toBe('ann@example.com');
  expect(() => secrets.open('member.mobile', sealed)).toThrow();
  expect(() => createSecrets('another-data-key-of-32-characters-ok').open('member.email', sealed)).toThrow();
  // Changes the first character after the version: the last ones of a seal could be an A already.
  const changed = sealed.replace(/(?<=\.)./, (sign) => (sign === 'A' ? 'B' : 'A'));
  for (const broken of ['', 'a1.', 'a1.AAAA', changed, sealed.replace('a1', 'a0')])
    expect(() => secrets.open('member.email', broken)).toThrow();
});

test('a digest finds the same text again, by purpose', () => {
  expect(secrets.keyOf('mobile', '+6680')).toBe(secrets.keyOf('mobile', '+6680'));
  expect(secrets.keyOf('email', '+6680')).not.toBe(secrets.keyOf('mobile', '+6680'));
});
