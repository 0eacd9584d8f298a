import { textKeys } from '../../runtime/text-keys.ts';
import { LAST_ROUND_TEXTS } from '../game-frame/last-round-texts.ts';
import type { IslandTexts } from '../island-props.ts';
import { MATCH_CARD_TEXTS } from './match-card.tsx';
import { GAME_TILE_TEXTS, TILE_TOOLS_TEXTS } from './tile-texts.ts';

/** Locale keys of the islands of this folder. Only the server reads them. */
export const TEXTS: IslandTexts = {
  'game-dropdown': textKeys({
    header: 'showGames providers gamesOf noGames gamesFailed play playGame trialGame freeTrial maintenance hot',
    games: 'membersOnly',
    lobby: 'login',
    common: 'retry loading previous next pageOf',
  }),
  'game-grid': textKeys(
    {
      common: 'loadMore loadMoreGames loadWhileScrolling shownOf shownSome endOfList earlierGames retry',
      lobby: 'search searchCount searchSports searchAction sort sort_popular sort_name sort_new noGames clearFilters login',
      games: `filters filtersCount filterProviders filterType filterAnyType filterMinBet filterMinBetFrom filterLines filterLinesFrom
    filterAny showGames applied remove clearAll sort_rebate return chipName chipMinBet chipLines found foundSports noneFound
    popularInstead searchEverywhere showFound membersOnly`,
    },
    GAME_TILE_TEXTS,
    TILE_TOOLS_TEXTS,
  ),
  'match-list': textKeys({ games: 'startsIn matchesNone matchesNoneText' }, MATCH_CARD_TEXTS),
  'my-games': textKeys(
    {
      games: `mine recent favourites recentNone favouritesNone mineFailed startHere moreGames welcomeTitle welcomeText welcomeDeposit
    welcomeTry welcomeLimit welcomeRegister welcomeDismiss secureTitle secureText secureAction secureDismiss`,
      lobby: 'seeAll',
      common: 'retry',
    },
    LAST_ROUND_TEXTS,
    GAME_TILE_TEXTS,
    TILE_TOOLS_TEXTS,
  ),
  'pvp-rooms': textKeys({
    games: 'rooms roomsText roomsLogin roomsNone roomsNoneText roomsFailed roomStakes roomStake roomEmpty roomHere',
    lobby: 'login maintenance',
    common: 'retry loading',
  }),
};
