import { lastRound } from '../../../../shared/api/vendors/contract.ts';
import type { LastRound } from '../../../../shared/api/vendors/schemas.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database, Executor } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { GameDirectory } from './contracts.ts';
import type { RoundRow } from './store.ts';

/** Older rounds are shown in the betting record only. */
const LAST_MS = DAY_MS;
const STATES: Readonly<Record<RoundRow['state'], LastRound['state']>> = {
  open: 'open',
  won: 'decided',
  lost: 'decided',
  cancelled: 'refunded',
};

export interface LastRoundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly games: GameDirectory;
  /** Symbol of a currency on screen. */
  currencySymbol(currency: string): string;
}

/** For a player who returns after a crash: state and money of the last round. */
export function lastRoundRoutes({ db, clock, games, currencySymbol }: LastRoundDeps): readonly BoundCall[] {
  return [
    bind(lastRound, async ({ actor, language }, { query }) => {
      const since = new Date(clock.now().getTime() - LAST_MS);
      const row = await findLastRound(db, actor.memberId, query.gameId, since);
      if (!row) return { round: null };
      const game = await games.find(db, row.game_id, language);
      return {
        round: {
          betId: row.id,
          roundId: row.round_id,
          gameId: row.game_id,
          gameName: game?.gameName ?? row.game_id,
          state: STATES[row.state],
          stake: toWire(BigInt(row.stake)),
          payout: toWire(BigInt(row.payout)),
          refunded: toWire(BigInt(row.refunded)),
          placedAt: row.opened_at.toISOString(),
          settledAt: row.settled_at?.toISOString() ?? null,
          currency: row.currency,
          currencySymbol: currencySymbol(row.currency),
        },
      };
    }),
  ];
}

function findLastRound(executor: Executor, memberId: string, gameId: string | undefined, since: Date): Promise<RoundRow | undefined> {
  let query = executor
    .selectFrom('vendor_round')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('realm', '=', 'real')
    .where('opened_at', '>=', since);
  if (gameId !== undefined) query = query.where('game_id', '=', gameId);
  return query.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst();
}
