import { textKeys } from '../../runtime/text-keys.ts';
import type { IslandTexts } from '../island-props.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'search-box': textKeys({
    lobby: 'search searchCount searchAction',
    games: `suggestions suggested suggestRecent suggestClear suggestPlaces suggestGames suggestAll suggestNone suggestNoneText
    suggestFailed membersOnly`,
    common: 'loading',
  }),
};
