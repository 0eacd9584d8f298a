import { expect, it } from 'vitest';
import { createOffer } from './offer.ts';

const offered = (patterns: readonly string[], ...games: readonly string[]) => {
  const isOffered = createOffer(patterns);
  return games.filter((game) => isOffered({ vendor: game.split('/')[0] ?? '', id: game.split('/')[1] ?? '' }));
};

it.each<[readonly string[], readonly string[]]>([
  [[], []],
  [['*'], ['NOVA/NOVA_DICE', 'NOVA/NOVA_REEL', 'CARDS/THIRTEEN']],
  [['NOVA'], ['NOVA/NOVA_DICE', 'NOVA/NOVA_REEL']],
  [
    ['*_DICE', 'CARDS'],
    ['NOVA/NOVA_DICE', 'CARDS/THIRTEEN'],
  ],
  [['*', '!NOVA'], ['CARDS/THIRTEEN']],
  [
    ['*', '!NOVA', 'NOVA_REEL'],
    ['NOVA/NOVA_REEL', 'CARDS/THIRTEEN'],
  ],
  [['nova', 'NOV', 'NOVA.DICE'], []],
])('%j offers %j', (patterns, expected) => {
  expect(offered(patterns, 'NOVA/NOVA_DICE', 'NOVA/NOVA_REEL', 'CARDS/THIRTEEN')).toEqual(expected);
});
