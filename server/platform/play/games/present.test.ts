import { expect, test } from 'vitest';
import { presentReturn } from './present-return.ts';

test('a stored range is the return of the worst and of the best bet', () => {
  expect(presentReturn('85.64–98.94')).toEqual({ rtp: '85.64', rtpMost: '98.94' });
});

test('a single value is the return of every bet, and a missing one stays missing', () => {
  expect(presentReturn('96.12')).toEqual({ rtp: '96.12' });
  expect(presentReturn(null)).toEqual({ rtp: null });
});
