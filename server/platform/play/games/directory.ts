import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import type { GameDirectory, GameFacts } from '../vendors/index.ts';
import { findGamesById, type ListedGame } from './reads.ts';
import { nextSwitch } from './switches.ts';

/** Games as of one version of the content, until the next switch becomes due. */
interface Remembered {
  readonly version: string;
  readonly until: Date | null;
  readonly games: Map<string, Promise<GameFacts | undefined>>;
}

/** Game data for the wallet. Names are the same in all languages. */
export function createGameDirectory({ db, clock }: { readonly db: Database; readonly clock: Clock }): GameDirectory {
  let remembered: Remembered | undefined;
  const directory: GameDirectory = {
    async find(executor, gameId) {
      const [game] = await findGamesById(executor, [gameId], clock.now());
      return game && facts(game);
    },
    async at(contentVersion, gameId) {
      const now = clock.now();
      if (remembered?.version !== contentVersion || (remembered.until !== null && now >= remembered.until))
        remembered = { version: contentVersion, until: await nextSwitch(db, now), games: new Map() };
      const { games } = remembered;
      const known = games.get(gameId);
      if (known) return known;
      // Read after the version: a change in between has another version, which forgets this game.
      const found = directory.find(db, gameId, '');
      games.set(gameId, found);
      // Neither a failure nor an unknown id stays in memory: callers can send any id.
      const forget = () => games.delete(gameId);
      found.then((game) => game ?? forget(), forget);
      return found;
    },
    async findMany(executor, gameIds) {
      return new Map((await findGamesById(executor, gameIds, clock.now())).map((game) => [game.id, facts(game)]));
    },
  };
  return directory;
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
