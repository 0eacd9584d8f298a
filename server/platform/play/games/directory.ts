import type { Clock } from '../../base/clock.ts';
import type { GameDirectory } from '../vendors/index.ts';
import { findGamesById, type ListedGame } from './reads.ts';

/** Game data for the wallet. Names are the same in all languages. */
export function createGameDirectory({ clock }: { readonly clock: Clock }): GameDirectory {
  return {
    async find(executor, gameId) {
      const [game] = await findGamesById(executor, [gameId], clock.now());
      return game && facts(game);
    },
    async findMany(executor, gameIds) {
      return new Map((await findGamesById(executor, gameIds, clock.now())).map((game) => [game.id, facts(game)]));
    },
  };
}

function facts(game: ListedGame & { readonly enabled: boolean }) {
  return {
    gameId: game.id,
    gameName: game.name,
    vassalage: game.vendor,
    vendorName: game.vendorName,
    provider: game.provider,
    gameCategory: game.category,
    enabled: game.enabled && !game.maintenance,
  };
}
