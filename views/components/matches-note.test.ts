import { expect, it } from 'vitest';
import { matchesNote } from './matches-note.ts';

const t = (key: string, parameters?: Readonly<Record<string, unknown>>) => `${key} ${Object.values(parameters ?? {}).join()}`.trim();
const match = (league: string, isVirtual: boolean) => ({ league, isVirtual });

it.each([
  ['all are virtual', [match('Reef', true), match('Tide', true)], 'games.matchesSimulated games.matchesZone UTC'],
  ['some are', [match('Reef', true), match('Reef', true), match('Cup', false)], 'games.matchesSomeSimulated Reef games.matchesZone UTC'],
  ['none is', [match('Cup', false)], 'games.matchesZone UTC'],
  ['the list is empty', [], 'games.matchesZone UTC'],
])('describes matches where %s', (_case, matches, text) => {
  expect(matchesNote(t, matches, 'UTC')).toBe(text);
});
