import { gameList, gameMenus, gameVendor, hotGames, launchGame, popularGames, winnerBoard } from '../../../shared/api/game-calls.ts';
import { POPULAR_GAMES_COUNT } from '../../../shared/constants.ts';
import { languageOf } from '../../../shared/i18n/languages.ts';
import { parseInputAmount } from '../../../shared/money/money.ts';
import { type BoundCall, bind, bindSigned } from '../http/binding.ts';
import type { Say } from '../http/texts.ts';
import { presentGame, presentVendor } from './present.ts';
import type { Games } from './service.ts';

export interface GameRouteDeps {
  readonly games: Games;
  readonly say: Say;
}

export function gameRoutes({ games, say }: GameRouteDeps): readonly BoundCall[] {
  return [
    bind(gameMenus, async ({ language }) => ({
      gameMenus: (await games.menus()).map(({ category, vendors }) => ({
        gameCategory: category,
        labelName: say(language, `content.category_${category}`),
        vendors: vendors.map(presentVendor),
      })),
    })),
    bind(gameVendor, async () => ({ data: { lanes: (await games.vendors()).map(presentVendor) } })),
    bind(gameList, async (_context, { query }) => {
      const { gameName, vassalage, gameCategory, gameType, minLineNum, sort, pageSize, pageNo } = query;
      const offset = query.offset ?? (pageNo - 1) * pageSize;
      const filter = { gameName, vendor: vassalage, category: gameCategory, gameType, minLineNum, minBet: parseInputAmount(query.minBet) };
      const { games: shown, total } = await games.list(filter, { sort: sort === 'rebate' ? 'popular' : sort, limit: pageSize, offset });
      return {
        games: shown.map(presentGame),
        pageNum: Math.floor(offset / pageSize) + 1,
        totalPages: Math.max(1, Math.ceil(total / pageSize)),
        total,
      };
    }),
    bind(hotGames, async (_context, { query }) => {
      const { games: list } = await games.list(
        { hot: true, vendor: query.vassalage },
        { sort: undefined, limit: POPULAR_GAMES_COUNT, offset: 0 },
      );
      return { list: list.map(presentGame) };
    }),
    bind(popularGames, async (_context, { query }) => ({
      games: (await games.popular({ category: query.gameCategory }, query.count)).map(presentGame),
    })),
    bind(winnerBoard, async () => ({ winners: [...(await games.winners())] })),
    bindSigned(launchGame, async ({ actor, language }, { body }) => {
      const { gameUrl, game, expiresAt } = await games.launch(actor, {
        gameId: body.gameId,
        language: body.language === undefined ? language : languageOf(body.language).code,
        theme: body.theme === 'light' ? 'light' : 'dark',
      });
      const { gameId, gameName, vassalage, vendorName, gameCategory } = game;
      return { game_url: gameUrl, gameId, gameName, vassalage, vendorName, gameCategory, expiresAt: expiresAt.toISOString() };
    }),
  ];
}
