import { expect, test } from 'vitest';
import { heard } from './frame.ts';

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
