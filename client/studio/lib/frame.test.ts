import { expect, test } from 'vitest';
import { heard, portalOrigin } from './frame.ts';

test('only the portal pauses and resumes a game', () => {
  expect(heard({ lagoon: 1, type: 'pause' }, true)).toBe('pause');
  expect(heard({ lagoon: 1, type: 'resume' }, true)).toBe('resume');
  expect(heard({ lagoon: 1, type: 'pause' }, false)).toBeUndefined();
});

test.each([null, 'pause', 1, {}, { type: 'pause' }, { lagoon: '1', type: 'pause' }, { lagoon: 1, type: 'leave' }, []])(
  'a message of another shape is not heard: %j',
  (data) => {
    expect(heard(data, true)).toBeUndefined();
  },
);

const GAME = 'https://games.example/studio/play?ticket=t';
test.each([
  ['the window around the game', 'https://site.example', '', 'https://site.example'],
  ['the page that it came from', undefined, 'https://site.example/', 'https://site.example'],
  ['the same under a sandbox that hides it', 'null', 'https://site.example/', 'https://site.example'],
  ['the own address, when nothing else is known', undefined, '', 'https://games.example'],
])('a game speaks to %s', (_name, ancestor, referrer, origin) => {
  expect(portalOrigin({ URL: GAME, referrer, ancestor })).toBe(origin);
});
