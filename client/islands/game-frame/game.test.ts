import { expect, test } from 'vitest';
import { originsOf, readGameMessage, stakeIn } from './frame-messages.ts';
import { elapsedText } from './session-clock.ts';

const frame = {} as Window;

const SITE = ['https://site.example'];
const NESTED = {} as Window;
const messageEvent = (data: unknown, more: object = {}) => ({ source: frame, origin: 'null', data, ...more });

test('accepts messages of a page that an outside vendor serves', () => {
  const vendor = 'https://play.vendor.example';
  const ready = messageEvent({ lagoon: 1, type: 'ready' }, { origin: vendor });
  expect(readGameMessage(ready, frame, originsOf(false, SITE, [vendor]))).toBe('ready');
  expect(readGameMessage(ready, frame, originsOf(false, SITE))).toBeUndefined();
  expect(readGameMessage(ready, frame, originsOf(true, SITE, [vendor]))).toBeUndefined();
});

test('accepts a message only from the frame itself, from an allowed origin, in the agreed format', () => {
  const ready = { lagoon: 1, type: 'ready' };
  const own = originsOf(true, SITE);
  expect(readGameMessage(messageEvent(ready), frame, own)).toBe('ready');
  expect(readGameMessage(messageEvent(ready, { source: NESTED }), frame, own)).toBeUndefined();
  expect(readGameMessage(messageEvent(ready, { source: null }), null, own)).toBeUndefined();
  for (const data of [
    null,
    'ready',
    { type: 'ready' },
    { lagoon: 1, type: 'pause' },
    { lagoon: 1, type: 'balance', balance: '9.0000' },
    { lagoon: 1, type: 'toString' },
    { lagoon: 2, type: 'leave' },
  ])
    expect(readGameMessage(messageEvent(data), frame, own)).toBeUndefined();
});

test('ignores messages of a page with another origin in the frame', () => {
  const types = [
    'ready',
    'round-started',
    'result-due',
    'round-shown',
    'round-ended',
    'balance-changed',
    'open-cashier',
    'leave',
    'reload',
  ];
  const origins = ['https://evil.example', 'https://site.example.evil.example', 'http://site.example', 'https://site.example:8443', ''];
  const readFrom = (origin: string, sameOrigin: boolean, type: string) =>
    readGameMessage(messageEvent({ lagoon: 1, type }, { origin }), frame, originsOf(sameOrigin, SITE));
  for (const type of types) {
    for (const sameOrigin of [true, false]) for (const origin of origins) expect(readFrom(origin, sameOrigin, type)).toBeUndefined();
    // A game of this product has an opaque origin, and a vendor's page keeps its own origin.
    expect(readFrom('https://site.example', true, type)).toBeUndefined();
    expect(readFrom('null', false, type)).toBeUndefined();
    expect(readFrom('https://site.example', false, type)).toBe(type);
  }
});

test.each([undefined, 1, '', '1e3', '-1.0000', '0.0000', 'all', null])('no stake: %j', (stake) => {
  expect(stakeIn({ stake })).toBeUndefined();
});

test('the session clock', () => {
  expect(elapsedText(0)).toBe('00:00');
  expect(elapsedText(754)).toBe('12:34');
  expect(elapsedText(3723)).toBe('1:02:03');
});
