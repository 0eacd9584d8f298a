import { describe, expect, test } from 'vitest';
import { afterFreePlay, afterSignIn, safeNext } from './next-path.ts';

describe('the path after sign-in', () => {
  test.each(['/game?gameId=gem-cascade', '/rng?page=NOVA&pageNo=2', '/member/depositv2#top'])('%s is accepted', (path) => {
    expect(safeNext(path)).toBe(path);
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'index',
    '',
    null,
    undefined,
    `/${'a'.repeat(600)}`,
    '/login',
    '/login?next=/login',
    '/register.html',
  ])('%j is refused', (path) => {
    expect(safeNext(path)).toBeUndefined();
  });

  test('after sign-in: the target, else the page, else home', () => {
    expect(afterSignIn('/game?gameId=a', '/rng')).toBe('/game?gameId=a');
    expect(afterSignIn('//evil.example', '/rng')).toBe('/rng');
    expect(afterSignIn(null, '/register?referralCode=X')).toBe('/index');
  });
});

test('free play leads to the requested or current game, else home', () => {
  expect(afterFreePlay('/game?gameId=A', '/index')).toBe('/game?gameId=A');
  expect(afterFreePlay(null, '/game?gameId=B&trial=1')).toBe('/game?gameId=B&trial=1');
  expect(afterFreePlay('/member/depositv2', '/rng')).toBe('/');
  expect(afterFreePlay('//evil.example/game?gameId=A', '/')).toBe('/');
});
