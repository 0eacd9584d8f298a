import type { QueryOf } from '../../../../shared/api/client-call.ts';
import type { LottoArea } from '../../../../shared/api/schedule/constants.ts';
import {
  lotteryLaunch,
  lotteryMenu,
  lotteryRecent,
  matchList,
  openedNumbers,
  vnNumbers,
} from '../../../../shared/api/schedule/contract.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { type Games, type ListedGame, recordOpened } from '../games/index.ts';
import { lastDraws, latestEvents, openEvents, type Providers, runningMatches, upcomingDraws } from '../vendors/index.ts';
import { lobbyAddress } from './lobby-address.ts';
import { areaOf, presentDraw, presentLottery, presentMatch, prizeModeOf } from './present.ts';

export interface ScheduleRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly games: Pick<Games, 'list' | 'recent'>;
  readonly providers: Providers;
}

const LOTTERIES = ['LOTT', 'ELOTT'] as const;
const SPORTS = ['SPORTS', 'ESPORTS'] as const;

/** Scheduled events of vendors: lottery draws and matches. */
export function scheduleRoutes({ db, clock, games, providers }: ScheduleRouteDeps): readonly BoundCall[] {
  async function listedGames(categories: readonly ListedGame['category'][]): Promise<readonly ListedGame[]> {
    const pages = await Promise.all(
      categories.map((category) => games.list({ category }, { sort: undefined, limit: Number.POSITIVE_INFINITY, offset: 0 })),
    );
    return pages.flatMap((page) => page.games);
  }
  const lotteries = async (area?: LottoArea) =>
    (await listedGames(LOTTERIES)).filter((game) => area === undefined || areaOf(game) === area);

  async function opened(of: readonly ListedGame[], { gameCode, prizeMode, count }: QueryOf<typeof openedNumbers>) {
    const requestedGames = of.filter(
      (game) => (gameCode === undefined || game.id === gameCode) && (prizeMode === undefined || prizeModeOf(game) === prizeMode),
    );
    const rows = await latestEvents(
      db,
      'draw',
      requestedGames.map((game) => game.id),
      count,
    );
    return { list: rows.map((row) => presentDraw(row, providers)) };
  }

  return [
    bind(lotteryMenu, async (_context, { query }) => {
      const list = await lotteries(query.lottoArea);
      const ids = list.map((game) => game.id);
      const now = clock.now();
      const [upcoming, last] = [await upcomingDraws(db, ids, now), await lastDraws(db, ids)];
      return {
        now: now.toISOString(),
        games: list.map((game) => presentLottery(game, { upcoming: upcoming.get(game.id), last: last.get(game.id), providers })),
      };
    }),
    bind(lotteryRecent, async ({ actor }, { query }) => {
      const known = new Set((await lotteries(query.lottoArea)).map((game) => game.id));
      return { codes: (await games.recent(actor.memberId)).map((game) => game.id).filter((id) => known.has(id)) };
    }),
    bind(vnNumbers, async (_context, { query }) => opened(await lotteries('VN'), query)),
    bind(openedNumbers, async (_context, { query }) => opened(await lotteries(), query)),
    bind(lotteryLaunch, async ({ actor }, { body }) => {
      const { lottoArea, lottoGameCode } = body;
      if (lottoGameCode !== undefined) {
        const game = (await lotteries(lottoArea)).find((one) => one.id === lottoGameCode);
        if (!game) throw new Refusal('game_not_found');
        if (game.maintenance) throw new Refusal('game_maintenance', { game: game.name });
      }
      const address = lobbyAddress(body);
      if (address === undefined) throw new Refusal('bad_request');
      if (lottoGameCode !== undefined) await inTransaction(db, (tx) => recordOpened(tx, actor.memberId, lottoGameCode, clock.now()));
      return { game_url: address };
    }),
    bind(matchList, async (_context, { query }) => {
      const all = await listedGames(query.gameCategory === undefined ? SPORTS : [query.gameCategory]);
      const byId = new Map(all.filter((game) => !game.maintenance).map((game) => [game.id, game]));
      const now = clock.now();
      const [live, open, results] = [
        await runningMatches(db, [...byId.keys()], { now, limit: query.count }),
        await openEvents(db, 'match', [...byId.keys()], { now, limit: query.count }),
        await latestEvents(db, 'match', [...byId.keys()], query.count),
      ];
      const present = (rows: typeof open) =>
        rows.flatMap((row) => {
          const game = byId.get(row.game_id);
          return game ? [presentMatch(row, game)] : [];
        });
      return { now: now.toISOString(), live: present(live), open: present(open), results: present(results) };
    }),
  ];
}
