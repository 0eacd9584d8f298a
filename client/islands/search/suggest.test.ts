import { expect, test } from 'vitest';
import { matchingPlaces } from './suggest.ts';

const place = (label: string) => ({ label, note: '', href: `/${label}` });
const places = ['Slots', 'Đèn Lồng', 'Café Royal', 'Live casino', 'Lotus', 'Lottery', 'Long Bay'].map(place);
const names = (text: string) => matchingPlaces(places, text).map(({ label }) => label);

test('finds places by the start of a word, ignoring case and accents', () => {
  expect(names('CAS')).toEqual(['Live casino']);
  expect(names('cafe r')).toEqual(['Café Royal']);
  expect(names('den')).toEqual(['Đèn Lồng']);
  expect(names('ots')).toEqual([]);
});

test('returns three places at most', () => {
  expect(names('lo')).toEqual(['Đèn Lồng', 'Lotus', 'Lottery']);
});
