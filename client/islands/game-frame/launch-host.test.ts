import { expect, it } from 'vitest';
import { onLaunchHost, withFramePosition } from './launch-host.ts';

const SITE = 'https://site.example';
const A = 'https://a.example';
const B = 'https://b.example';

it.each([
  ['an address without a host', '/studio/play?ticket=t#x', [A, B], 0, `${A}/studio/play?ticket=t#x`],
  ['the same on the next attempt', '/studio/play', [A, B], 1, `${B}/studio/play`],
  ['the same on the one after', '/studio/play', [A, B], 2, `${A}/studio/play`],
  ['a launch host', `${B}/g?t=1`, [A, B], 0, `${A}/g?t=1`],
  ['the own address without launch hosts', '/studio/play', [], 0, '/studio/play'],
  ['the own origin', `${SITE}/x`, [A], 0, `${SITE}/x`],
  ['any other host', 'https://evil.example/g', [A], 0, null],
  ['any other host without launch hosts', 'https://evil.example/g', [], 0, null],
  ['a host posing as a path', '//evil.example/g', [A], 0, null],
  ['a host after a backslash that browsers normalise', '/\\evil.example/g', [A], 0, null],
  ['a script', 'javascript:alert(1)', [A], 0, null],
  ['nothing', '', [A], 0, null],
])('opens %s', (_name, address, hosts, attempt, expected) => {
  expect(onLaunchHost(address, { hosts }, SITE, attempt)).toBe(expected);
});

it.each([
  ['/studio/play?ticket=t', { kind: 'match', id: 'm-1' }, '/studio/play?ticket=t&match=m-1'],
  ['/studio/play', { kind: 'match', id: 'm&1' }, '/studio/play?match=m%261'],
  ['/studio/play?ticket=t', { kind: 'room', id: 'CARDS.bay' }, '/studio/play?ticket=t&room=CARDS.bay'],
  ['/studio/play', null, '/studio/play'],
  ['https://a.example/g', { kind: 'match', id: 'm-1' }, 'https://a.example/g'],
] as const)('%s with the position %o is %s', (address, place, expected) => {
  expect(withFramePosition(address, place)).toBe(expected);
});

it('an outside vendor gets the chosen room or match, which it has reported', () => {
  const frames = ['https://acme.example'];
  const room = { kind: 'room', id: 'bay:1' } as const;
  expect(withFramePosition('https://acme.example/play?t=1', room, frames)).toBe('https://acme.example/play?t=1&room=bay%3A1');
  expect(withFramePosition('https://acme.example/play', { kind: 'match', id: 'm-1' }, frames)).toBe('https://acme.example/play?match=m-1');
  expect(withFramePosition('https://other.example/play?t=1', room, frames)).toBe('https://other.example/play?t=1');
  expect(withFramePosition('https://acme.example/play?t=1', null, frames)).toBe('https://acme.example/play?t=1');
});

it('an outside vendor keeps its own host, which stands in for no other', () => {
  const [hosts, frames] = [['https://games.example'], ['https://acme.example', SITE]];
  expect(onLaunchHost('https://acme.example/play?t=1', { hosts, frames }, SITE, 3)).toBe('https://acme.example/play?t=1');
  expect(onLaunchHost('https://other.example/play', { hosts, frames }, SITE)).toBeNull();
  expect(onLaunchHost('/studio/play', { hosts, frames }, SITE)).toBe('https://games.example/studio/play');
});
