import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { rankList } from '../../../../shared/api/games/calls.ts';
import type { Winner } from '../../../../shared/api/games/schemas.ts';
import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import { cacheFor } from '../../base/cache-for.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/index.ts';
import { stakesByMember } from '../records/index.ts';
import { latestWins } from '../vendors/index.ts';
import { maskName, pictureOf } from './present.ts';
import { findGamesById } from './reads.ts';

export interface Boards {
  /** Latest real-money wins. */
  winners(): Promise<readonly Winner[]>;
  /** Members with the highest stakes in the last seven days. */
  rank(count: number): Promise<ValueOf<typeof rankList>>;
}

interface BoardsDeps {
  readonly db: Database;
  readonly clock: Clock;
  currencySymbol(currency: string): string;
}

export const WEEK_MS = 7 * DAY_MS;
/** Minimum interval of the weekly totals. */
export const WEEK_FIGURES_MS = MINUTE_MS;
const WINNERS = 20;
/** More than displayed, because some members have opted out. */
const WINS_READ = 100;
const RANKS_READ = 200;

/** Public boards: real money only, masked names, without members who opted out. */
export function createBoards({ db, clock, currencySymbol }: BoardsDeps): Boards {
  const week = cacheFor(clock, WEEK_FIGURES_MS, async () => {
    const to = clock.now();
    const from = new Date(to.getTime() - WEEK_MS);
    return { from, to, stakes: await stakesByMember(db, { since: from, limit: RANKS_READ }) };
  });
  return {
    async winners() {
      const wins = await latestWins(db, { limit: WINS_READ });
      const names = await namesToShow(
        db,
        wins.map((win) => win.memberId),
      );
      const ids = [...new Set(wins.map((win) => win.gameId))];
      const games = new Map((await findGamesById(db, ids, clock.now())).map((game) => [game.id, game]));
      return wins
        .flatMap((win): Winner[] => {
          const [account, game] = [names.get(win.memberId), games.get(win.gameId)];
          if (account === undefined || !game) return [];
          const { id: gameId, name: gameName, vendor: vassalage } = game;
          return [
            {
              account: maskName(account),
              gameId,
              gameName,
              vassalage,
              showIcon: pictureOf(game),
              amount: toWire(win.payout),
              currency: win.currency,
              currencySymbol: currencySymbol(win.currency),
              at: win.at.toISOString(),
            },
          ];
        })
        .slice(0, WINNERS);
    },
    async rank(count) {
      const { from, to, stakes } = await week();
      const names = await namesToShow(
        db,
        stakes.map(({ memberId }) => memberId),
      );
      const list = stakes.flatMap(({ memberId, stake, rounds, currency }) => {
        const account = names.get(memberId);
        return account === undefined
          ? []
          : [{ account: maskName(account), stake: toWire(stake), rounds, currency, currencySymbol: currencySymbol(currency) }];
      });
      return {
        from: from.toISOString(),
        to: to.toISOString(),
        list: list.slice(0, count).map((entry, index) => ({ rank: index + 1, ...entry })),
      };
    },
  };
}

/** Account names by member, without members who opted out. */
async function namesToShow(db: Database, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('member')
    .select(['id', 'account'])
    .where('id', 'in', [...new Set(memberIds)])
    .where('show_wins', '=', true)
    .where('type', '<>', TRIAL_TYPE)
    .execute();
  return new Map(rows.map((row) => [row.id, row.account]));
}
