import { expect, test } from 'vitest';
import { namedPlaceholder } from '../../../../shared/named-placeholder.ts';
import { STUDIO_PROVIDER } from '../vendors/index.ts';
import { pictureOf } from './present.ts';
import { presentReturn } from './present-return.ts';

test('a stored range is the return of the worst and of the best bet', () => {
  expect(presentReturn('85.64–98.94')).toEqual({ rtp: '85.64', rtpMost: '98.94' });
});

test('a single value is the return of every bet, and a missing one stays missing', () => {
  expect(presentReturn('96.12')).toEqual({ rtp: '96.12' });
  expect(presentReturn(null)).toEqual({ rtp: null });
});

test('a game without a picture shows its name, and one of the built-in vendor its drawing', () => {
  const game = { id: 'KITE_SPIN', name: 'Kite Spin', provider: 'KITE', picture: null };
  expect(pictureOf(game)).toBe(namedPlaceholder('Kite Spin'));
  expect(decodeURIComponent(pictureOf(game))).toContain('>Kite Spin<');
  expect(pictureOf({ ...game, picture: 'https://img.example/a.png' })).toBe('https://img.example/a.png');
  expect(pictureOf({ ...game, provider: STUDIO_PROVIDER })).toMatch(/KITE_SPIN\.svg$/);
});
