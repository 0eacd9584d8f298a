import type { Winner } from '../../../shared/api/game-calls.ts';
import { GAME_CATEGORIES, type GameCategory, type Theme, TRIAL_TYPE } from '../../../shared/constants.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { Actor } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { type Launch, latestWins, launch, roundCounts, type VendorDeps } from '../vendors/index.ts';
import { coverOf, maskName } from './present.ts';
import { countGames, findGames, findGamesById, findVendors, type GameFilter, type ShownGame, type VendorOfCategory } from './reads.ts';

export interface GamesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly vendors: VendorDeps;
  /** What a currency is written with on screen. */
  currencySymbol(currency: string): string;
}

export interface PageOrder {
  readonly sort: 'popular' | 'name' | 'new' | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface Games {
  menus(): Promise<readonly { category: GameCategory; vendors: readonly VendorOfCategory[] }[]>;
  vendors(): Promise<readonly VendorOfCategory[]>;
  list(filter: GameFilter, page: PageOrder): Promise<{ games: readonly ShownGame[]; total: number }>;
  popular(filter: GameFilter, count: number): Promise<readonly ShownGame[]>;
  winners(): Promise<readonly Winner[]>;
  launch(actor: Actor, order: { gameId: string; language: string; theme: Theme }): Promise<Launch>;
}

const POPULAR_DAYS = 7;
const DAY_MS = 86_400_000;
const WINNERS = 20;
/** Read ahead of what is shown, because members may have opted out. */
const WINS_READ = 100;

export function createGames({ db, clock, vendors, currencySymbol }: GamesDeps): Games {
  /** All games of the filter, most played of the week first, then the promoted ones, then as the vendors present them. */
  const byRounds = async (filter: GameFilter): Promise<readonly ShownGame[]> => {
    const counts = await roundCounts(db, new Date(clock.now().getTime() - POPULAR_DAYS * DAY_MS));
    const rounds = new Map(counts.map((count) => [count.gameId, count.rounds]));
    const weight = (game: ShownGame) => rounds.get(game.id) ?? (game.hot ? 0.5 : 0);
    return [...(await findGames(db, filter))].sort((a, b) => weight(b) - weight(a));
  };

  return {
    async menus() {
      const all = await findVendors(db);
      return GAME_CATEGORIES.map((category) => ({ category, vendors: all.filter((vendor) => vendor.category === category) })).filter(
        (menu) => menu.vendors.length > 0,
      );
    },
    vendors: () => findVendors(db),
    async list(filter, { sort, limit, offset }) {
      if (sort === 'popular') {
        const all = await byRounds(filter);
        return { games: all.slice(offset, offset + limit), total: all.length };
      }
      return { games: await findGames(db, filter, { order: sort ?? 'position', limit, offset }), total: await countGames(db, filter) };
    },
    async popular(filter, count) {
      return (await byRounds(filter)).slice(0, count);
    },
    async winners() {
      const wins = await latestWins(db, { limit: WINS_READ });
      const shown = await namesToShow(
        db,
        wins.map((win) => win.memberId),
      );
      const games = new Map((await findGamesById(db, [...new Set(wins.map((win) => win.gameId))])).map((game) => [game.id, game]));
      return wins
        .flatMap((win): Winner[] => {
          const [account, game] = [shown.get(win.memberId), games.get(win.gameId)];
          if (account === undefined || !game) return [];
          const { id: gameId, name: gameName, vendor: vassalage } = game;
          const amount = toWire(win.payout);
          const symbol = currencySymbol(win.currency);
          return [
            {
              account: maskName(account),
              gameId,
              gameName,
              vassalage,
              showIcon: coverOf(gameId),
              amount,
              currencySymbol: symbol,
              at: win.at.toISOString(),
            },
          ];
        })
        .slice(0, WINNERS);
    },
    async launch(actor, order) {
      const [game] = await findGamesById(db, [order.gameId]);
      if (!game?.enabled) throw new Refusal('game_not_found');
      if (game.maintenance) throw new Refusal('game_maintenance', { game: game.name });
      if (actor.type === TRIAL_TYPE && !game.trial) throw new Refusal('in_need_true_account');
      return inTransaction(db, (tx) => launch(tx, vendors, { actor, ...order }));
    },
  };
}

/** Account names by member, without those who have opted out of the winner board. */
async function namesToShow(db: Database, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('member')
    .select(['id', 'account'])
    .where('id', 'in', [...new Set(memberIds)])
    .where('show_wins', '=', true)
    .execute();
  return new Map(rows.map((row) => [row.id, row.account]));
}
