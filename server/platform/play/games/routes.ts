import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import * as calls from '../../../../shared/api/games/contract.ts';
import type { Game } from '../../../../shared/api/games/schemas.ts';
import { POPULAR_GAMES_COUNT } from '../../../../shared/constants.ts';
import { languageOf } from '../../../../shared/i18n/languages.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { parseInputAmount, type Units } from '../../../../shared/money/money.ts';
import { defined } from '../../../kit/defined.ts';
import { type BoundCall, bind, type Translate } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Launch } from '../vendors/index.ts';
import type { GameFilter } from './find.ts';
import { presentGame, presentRooms, presentVendor } from './present.ts';
import type { Games } from './service.ts';

export interface GameRouteDeps {
  readonly games: Games;
  readonly translate: Translate;
}

export function gameRoutes(deps: GameRouteDeps): readonly BoundCall[] {
  return [...catalogueRoutes(deps), ...memberRoutes(deps)];
}

/** Public calls. */
function catalogueRoutes({ games, translate }: GameRouteDeps): readonly BoundCall[] {
  return [
    bind(calls.gameMenus, async ({ language }) => ({
      gameMenus: (await games.menus()).map(({ category, vendors }) => ({
        gameCategory: category,
        labelName: translate(language, `content.category_${category}`),
        vendors: vendors.map(presentVendor),
      })),
    })),
    bind(calls.gameVendor, async () => ({ data: { lanes: (await games.vendors()).map(presentVendor) } })),
    bind(calls.gameList, async (_context, { query }) => {
      const { sort, pageNo, pageSize } = query;
      const offset = query.offset ?? (pageNo - 1) * pageSize;
      const page = await games.list(filterOf(query), { sort, limit: pageSize, offset });
      return {
        games: page.games.map(presentGame),
        pageNum: Math.floor(offset / pageSize) + 1,
        totalPages: Math.max(1, Math.ceil(page.total / pageSize)),
        total: page.total,
        vendorCounts: offset === 0 ? [...page.vendorCounts] : undefined,
      };
    }),
    bind(calls.vassalageGameTypes, async (_context, { query }) => ({
      list: [...(await games.types(defined({ vendors: vendorsOf(query.vassalage), category: query.gameCategory })))],
    })),
    bind(calls.hotGames, async (_context, { query }) => ({
      list: (await games.hot(defined({ vendors: vendorsOf(query.vassalage) }), POPULAR_GAMES_COUNT)).map(presentGame),
    })),
    bind(calls.popularGames, async (_context, { query }) => ({
      games: (await games.popular(defined({ category: query.gameCategory }), query.count)).map(presentGame),
    })),
    bind(calls.winnerBoard, async () => ({ winners: [...(await games.winners())] })),
    bind(calls.rankList, (_context, { query }) => games.rank(query.count)),
  ];
}

/** Calls of members. */
function memberRoutes({ games }: GameRouteDeps): readonly BoundCall[] {
  return [
    bind(calls.favouriteIds, async ({ actor }) => ({ gameIds: (await games.favourites(actor.memberId)).map(({ id }) => id) })),
    bind(calls.favouriteGames, async ({ actor }, { query }) => ({
      games: firstOf(await games.favourites(actor.memberId), query),
    })),
    bind(calls.favouriteSet, async ({ actor }, { body: { gameId, favourite } }) => {
      await games.setFavourite(actor.memberId, gameId, favourite);
      return { gameId, favourite };
    }),
    bind(calls.recentGames, async ({ actor }, { query }) => ({ games: firstOf(await games.recent(actor.memberId), query) })),
    bind(calls.roomList, async ({ actor }, { query }) => {
      const whole = { sort: undefined, limit: Number.POSITIVE_INFINITY, offset: 0 };
      const { games: found } = await games.list({ category: 'PVP', ...defined({ vendors: vendorsOf(query.vassalage) }) }, whole);
      const rooms = await games.rooms(
        found.map(({ id }) => id),
        actor.currency,
      );
      return { rooms: found.flatMap((game) => presentRooms(game, rooms, currencyView(actor.currency))) };
    }),
    bind(calls.launchGame, async ({ actor, language, merchant }, { body }) => {
      if (body.merchantCode !== undefined && body.merchantCode !== merchant) throw new Refusal('bad_request');
      const opened = await games.launch(actor, {
        gameId: body.gameId,
        vendor: body.vassalage,
        trial: body.trial === true,
        language: body.language === undefined ? language : languageOf(body.language).code,
        theme: body.theme === 'light' ? 'light' : 'dark',
        ...(body.playType === undefined ? {} : { playType: body.playType }),
      });
      return presentLaunch(opened);
    }),
  ];
}

function filterOf(query: QueryOf<typeof calls.gameList>): GameFilter {
  const { gameId, gameName, vassalage, gameCategory, gameType, minLineNum, minBet } = query;
  const found = { gameId, gameName, vendors: vendorsOf(vassalage), category: gameCategory, gameType, minLineNum };
  return defined({ ...found, minBet: amountOf(minBet) });
}

/** Codes, comma-separated. */
const vendorsOf = (codes: string | undefined): readonly string[] | undefined => codes?.split(',');

/** An empty form field means no amount; other invalid input is refused. */
function amountOf(text: string | undefined): Units | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const amount = parseInputAmount(text);
  if (amount === undefined) throw new Refusal('bad_request', {}, { minBet: { code: 'field_format' } });
  return amount;
}

function firstOf(games: Awaited<ReturnType<Games['recent']>>, { count, gameCategory }: QueryOf<typeof calls.recentGames>): Game[] {
  return games
    .filter((game) => gameCategory === undefined || game.category === gameCategory)
    .slice(0, count)
    .map(presentGame);
}

/** Games on a host of their own are returned as `game_url2`, games served by the portal as `game_url`. */
function presentLaunch({ gameUrl, game, expiresAt }: Launch): ValueOf<typeof calls.launchGame> {
  const { gameId, gameName, vassalage, vendorName, gameCategory } = game;
  const address = gameUrl.startsWith('/') ? { game_url: gameUrl } : { game_url2: gameUrl };
  return { ...address, gameId, gameName, vassalage, vendorName, gameCategory, expiresAt: expiresAt.toISOString() };
}
