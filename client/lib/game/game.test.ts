import { expect, test } from 'vitest';
import { heardFromGame } from './frame-messages.ts';
import { clockText } from './session-figures.ts';

const frame = {} as Window;

test('a message counts only from the frame itself and in the agreed shape', () => {
  expect(heardFromGame({ source: frame, data: { lagoon: 1, type: 'ready' } }, frame)).toBe('ready');
  expect(heardFromGame({ source: {} as Window, data: { lagoon: 1, type: 'ready' } }, frame)).toBeUndefined();
  expect(heardFromGame({ source: null, data: { lagoon: 1, type: 'ready' } }, null)).toBeUndefined();
  for (const data of [
    null,
    'ready',
    { type: 'ready' },
    { lagoon: 1, type: 'pause' },
    { lagoon: 1, type: 'toString' },
    { lagoon: 2, type: 'leave' },
  ])
    expect(heardFromGame({ source: frame, data }, frame)).toBeUndefined();
});

test('the session clock', () => {
  expect(clockText(0)).toBe('00:00');
  expect(clockText(754)).toBe('12:34');
  expect(clockText(3723)).toBe('1:02:03');
});
