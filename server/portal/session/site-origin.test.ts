import { expect, it } from 'vitest';
import { siteOriginOf } from './site-origin.ts';

it('is the public address, for any request', () => {
  expect(siteOriginOf('https://site.example', 'evil.example')).toBe('https://site.example');
});

it.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['LOCALHOST', 'http://localhost'],
  ['127.0.0.1:4160', 'http://127.0.0.1:4160'],
  ['[::1]:4160', 'http://[::1]:4160'],
  ['evil.example', 'http://localhost'],
  ['evil.example:8080', 'http://localhost:8080'],
  ['localhost.evil.example:80', 'http://localhost:80'],
  ['127.0.0.1.evil.example', 'http://localhost'],
  ['192.168.1.5:3000', 'http://localhost:3000'],
  ['localhost:3000@evil.example', 'http://localhost'],
  [undefined, 'http://localhost'],
])('of host %s is %s', (host, origin) => {
  expect(siteOriginOf(undefined, host)).toBe(origin);
});
