import { GAME_CATEGORIES, type GameCategory, type Theme, TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Actor } from '../../base/actor.ts';
import { cacheFor } from '../../base/cache-for.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { roundCounts } from '../records/index.ts';
import {
  checkLaunch,
  type Launch,
  launch,
  roomsOf,
  TICKET_MS,
  type TransferPlay,
  type VendorDeps,
  type VendorRoom,
} from '../vendors/index.ts';
import { type Boards, createBoards, WEEK_FIGURES_MS, WEEK_MS } from './boards.ts';
import { createCatalogue, type VendorOfCategory } from './catalogue.ts';
import { countTypes, type GameFilter, type GameOrder, type VendorCount } from './find.ts';
import { addFavourite, favouriteIds, recentIds, recordOpened, removeFavourite } from './own-games.ts';
import { findGamesById, type ListedGame } from './reads.ts';

export interface GamesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly vendors: VendorDeps;
  readonly transferPlay: TransferPlay;
  /** Symbol of a currency on screen. */
  currencySymbol(currency: string): string;
}

export interface PageOrder {
  readonly sort: GameOrder;
  readonly limit: number;
  readonly offset: number;
}

export interface GamePage {
  readonly games: readonly ListedGame[];
  readonly total: number;
  /** Results of the same filter without its vendors. */
  readonly vendorCounts: readonly VendorCount[];
}

export interface LaunchRequest {
  readonly gameId: string;
  readonly vendor: string | undefined;
  readonly trial: boolean;
  readonly language: string;
  readonly theme: Theme;
  readonly playType?: string;
}

export interface Games extends Boards {
  menus(): Promise<readonly { category: GameCategory; vendors: readonly VendorOfCategory[] }[]>;
  vendors(): Promise<readonly VendorOfCategory[]>;
  /** Rooms between players as reported by the vendors. */
  rooms(gameIds: readonly string[], currency: string): Promise<readonly VendorRoom[]>;
  list(filter: GameFilter, page: PageOrder): Promise<GamePage>;
  types(filter: GameFilter): Promise<readonly { gameType: string; count: number }[]>;
  /** Promoted games that are open. */
  hot(filter: GameFilter, count: number): Promise<readonly ListedGame[]>;
  /** The most played open games of the week, followed by promoted games and then by others. */
  popular(filter: GameFilter, count: number): Promise<readonly ListedGame[]>;
  /** The member's listed favourites, the last added first. */
  favourites(memberId: string): Promise<readonly ListedGame[]>;
  setFavourite(memberId: string, gameId: string, favourite: boolean): Promise<void>;
  /** The member's recent listed games, the last opened first. */
  recent(memberId: string): Promise<readonly ListedGame[]>;
  launch(actor: Actor, request: LaunchRequest): Promise<Launch>;
}

export function createGames({ db, clock, merchant, vendors, transferPlay, currencySymbol }: GamesDeps): Games {
  const catalogue = createCatalogue({ db, clock, merchant });
  const rounds = cacheFor(clock, WEEK_FIGURES_MS, () => roundCounts(db, new Date(clock.now().getTime() - WEEK_MS)));
  const listedGames = async (ids: readonly string[]) => {
    const { byId } = await catalogue();
    return ids.flatMap((id) => byId.get(id) ?? []);
  };

  return {
    ...createBoards({ db, clock, currencySymbol }),
    async menus() {
      const all = (await catalogue()).vendors;
      return GAME_CATEGORIES.map((category) => ({ category, vendors: all.filter((vendor) => vendor.category === category) })).filter(
        (menu) => menu.vendors.length > 0,
      );
    },
    vendors: async () => (await catalogue()).vendors,
    rooms: (gameIds, currency) => roomsOf(db, gameIds, currency, clock.now()),
    async list(filter, { sort, limit, offset }) {
      const { find } = await catalogue();
      const { games, vendorCounts } = find(filter, sort, sort === 'popular' ? await rounds() : undefined);
      return { games: games.slice(offset, offset + limit), total: games.length, vendorCounts };
    },
    types: async (filter) => countTypes((await catalogue()).find(filter).games),
    async hot(filter, count) {
      const { games } = (await catalogue()).find(filter);
      return games.filter((game) => game.hot && !game.maintenance).slice(0, count);
    },
    async popular(filter, count) {
      const { games } = (await catalogue()).find(filter, 'popular', await rounds());
      return games.filter((game) => !game.maintenance).slice(0, count);
    },
    favourites: async (memberId) => listedGames(await favouriteIds(db, memberId)),
    async setFavourite(memberId, gameId, favourite) {
      if (!favourite) return removeFavourite(db, memberId, gameId);
      if (!(await catalogue()).byId.has(gameId)) throw new Refusal('game_not_found');
      await inTransaction(db, (tx) => addFavourite(tx, memberId, gameId));
    },
    recent: async (memberId) => listedGames(await recentIds(db, memberId)),
    async launch(actor, { vendor, trial, ...order }) {
      const [game] = await findGamesById(db, [order.gameId], clock.now());
      if (!game?.enabled || (vendor !== undefined && vendor !== game.vendor)) throw new Refusal('game_not_found');
      if (game.maintenance) throw new Refusal('game_maintenance', { game: game.name });
      const onTrial = actor.type === TRIAL_TYPE;
      if (onTrial && !game.trial) throw new Refusal('in_need_true_account');
      // Free play is for trial accounts: it must not use a real wallet.
      if (trial && !onTrial) throw new Refusal('forbidden');
      // Outside of the transaction, which holds a database session of its own.
      await vendors.providers.refresh?.();
      await transferPlay.leaveOthers(actor.memberId, game.provider);
      if (vendors.providers.get(game.provider)?.transferWallet) return openAtProvider({ db, clock, vendors, transferPlay }, actor, order);
      return inTransaction(db, async (tx) => {
        const opened = await launch(tx, vendors, { actor, ...order });
        await recordOpened(tx, actor.memberId, game.id, clock.now());
        return opened;
      });
    },
  };
}

/** A provider that keeps balances is requested outside of transactions: it may take long. */
async function openAtProvider(
  { db, clock, vendors, transferPlay }: Pick<GamesDeps, 'db' | 'clock' | 'vendors' | 'transferPlay'>,
  actor: Actor,
  order: Omit<LaunchRequest, 'vendor' | 'trial'>,
): Promise<Launch> {
  const { game, provider, trial } = await inTransaction(db, (tx) => checkLaunch(tx, vendors, { actor, ...order }));
  const language = provider.languageFor?.(order.language) ?? order.language;
  const gameUrl = await transferPlay.open({ actor, provider: game.provider, gameId: game.gameId, language, theme: order.theme });
  await inTransaction(db, (tx) => recordOpened(tx, actor.memberId, game.gameId, clock.now()));
  return { gameUrl, game, trial, expiresAt: new Date(clock.now().getTime() + TICKET_MS) };
}
