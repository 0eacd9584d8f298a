import type { GameCategory } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { createFinder, type FindGames } from './find.ts';
import { findListedGames, type ListedGame } from './reads.ts';
import { nextSwitch } from './switches.ts';

export interface VendorOfCategory {
  readonly code: string;
  readonly name: string;
  readonly provider: string;
  readonly picture: string | null;
  readonly hot: boolean;
  readonly popup: boolean;
  readonly maintenance: boolean;
  readonly category: GameCategory;
  readonly gameCount: number;
}

export interface Catalogue {
  /** In display order. */
  readonly games: readonly ListedGame[];
  readonly find: FindGames;
  readonly byId: ReadonlyMap<string, ListedGame>;
  /** Each vendor once per category in which it has games, in display order. */
  readonly vendors: readonly VendorOfCategory[];
}

interface CatalogueDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
}

/**
 * The listed games in memory, read again after a change of the content version or when a switch becomes due. A search over 10,000 games
 * takes less than a millisecond; the embedded database needs about seven for each page with its counts.
 */
export function createCatalogue({ db, clock, merchant }: CatalogueDeps): () => Promise<Catalogue> {
  let cached: { readonly version: string; readonly until: Date | null; readonly catalogue: Promise<Catalogue> } | undefined;
  return async () => {
    // Read before the games: a change in between has another version and is read by the next call.
    const version = await contentVersion(db, merchant);
    const now = clock.now();
    if (cached?.version === version && (cached.until === null || now < cached.until)) return cached.catalogue;
    const pending = { version, until: await nextSwitch(db, now), catalogue: findListedGames(db, now).then(catalogueOf) };
    cached = pending;
    pending.catalogue.catch(() => {
      if (cached === pending) cached = undefined;
    });
    return pending.catalogue;
  };
}

export function catalogueOf(games: readonly ListedGame[]): Catalogue {
  return { games, find: createFinder(games), byId: new Map(games.map((game) => [game.id, game])), vendors: vendorsOf(games) };
}

function vendorsOf(games: readonly ListedGame[]): readonly VendorOfCategory[] {
  const found = new Map<string, VendorOfCategory>();
  for (const game of games) {
    const key = `${game.vendor} ${game.category}`;
    const gameCount = (found.get(key)?.gameCount ?? 0) + 1;
    found.set(key, {
      provider: game.provider,
      picture: game.vendorPicture,
      code: game.vendor,
      name: game.vendorName,
      hot: game.vendorHot,
      popup: game.vendorPopup,
      maintenance: game.vendorMaintenance,
      category: game.category,
      gameCount,
    });
  }
  return [...found.values()];
}

async function contentVersion(db: Database, merchant: string): Promise<string> {
  const row = await db.selectFrom('merchant').select('content_version').where('code', '=', merchant).executeTakeFirstOrThrow();
  return row.content_version;
}
