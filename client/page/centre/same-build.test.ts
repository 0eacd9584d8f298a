import { expect, it } from 'vitest';
import { agree } from './same-build.ts';

const OWN = new Map([
  ['', '/assets/main-1.js'],
  ['drawer', '/assets/island-drawer-1.js'],
  ['match-list', '/assets/island-match-list-1.js'],
]);

it.each([
  [
    'another page of the same build',
    { '': '/assets/main-1.js', drawer: '/assets/island-drawer-1.js', deposit: '/assets/island-deposit-1.js' },
    true,
  ],
  ['a page with another loader', { '': '/assets/main-2.js', drawer: '/assets/island-drawer-1.js' }, false],
  ['a page with the same loader and another island of the frame', { '': '/assets/main-1.js', drawer: '/assets/island-drawer-2.js' }, false],
])('%s', (_case, scripts, isSame) => {
  expect(agree(OWN, new Map(Object.entries(scripts)))).toBe(isSame);
});
