import { expect, it } from 'vitest';
import { closedPages } from './page-calls.ts';
import { inTableForm } from './specified-forms.ts';

it.each(['game_url', 'game_url2', 'url', 'gameUrl', 'launchUrl', 'launch_url'])('the address of a game is read from %s', (name) => {
  expect(inTableForm('games.launch', { [name]: 'https://a.example/g' })).toMatchObject({ game_url: 'https://a.example/g', gameId: '' });
});

it('a platform without favourites has no hearts on tiles', () => {
  expect(closedPages(['games.favouriteIds'])).toEqual({ 'page.hearts': false });
});
