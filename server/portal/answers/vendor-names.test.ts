import { expect, test } from 'vitest';
import { createVendorNames } from './vendor-names.ts';

const lanes = [
  { vassalage: 'ALP', displayName: 'Alpha Games' },
  { vassalage: 'LIV', displayName: 'LIV' },
];
const game = (vassalage: string, accountTypeName: string) => ({ gameId: vassalage, vassalage, accountTypeName });
const answer = (value: unknown) => ({ success: true, value }) as const;

test('games with the code of their vendor get its name, others keep theirs', () => {
  const names = createVendorNames();
  const list = answer({ games: [game('ALP', 'ALP'), game('ALP', 'Alpha Pro'), game('LIV', 'LIV'), game('ZED', 'ZED')], totalPages: 1 });
  expect(names.complete(list)).toEqual(list);
  names.note({ id: 'games.vendors' }, answer({ data: { lanes } }));
  expect(names.complete(list)).toEqual(
    answer({ games: [game('ALP', 'Alpha Games'), game('ALP', 'Alpha Pro'), game('LIV', 'LIV'), game('ZED', 'ZED')], totalPages: 1 }),
  );
  expect(names.complete(answer({ list: [game('ALP', 'ALP')] }))).toEqual(answer({ list: [game('ALP', 'Alpha Games')] }));
});

test('names come from menus too, and other answers stay as they are', () => {
  const names = createVendorNames();
  names.note({ id: 'games.menus' }, answer({ gameMenus: [{ gameCategory: 'RNG', vendors: lanes }] }));
  names.note({ id: 'games.vendors' }, { success: false, value: null, code: 'upstream_unavailable', message: '' });
  expect(names.complete(answer({ games: [game('ALP', 'ALP')] }))).toEqual(answer({ games: [game('ALP', 'Alpha Games')] }));
  const others = [
    answer(null),
    answer({ list: ['a'] }),
    answer({ list: [] }),
    { success: false, value: null, code: 'not_offered', message: '' } as const,
  ];
  for (const other of others) expect(names.complete(other)).toEqual(other);
});
