import { type Bet, bettingRecord } from '../../../shared/api/game-calls.ts';
import type { GameCategory } from '../../../shared/constants.ts';
import { toWire } from '../../../shared/money/money.ts';
import type { Database } from '../db/database.ts';
import { type BoundCall, bindSigned } from '../http/binding.ts';
import type { GameDirectory, GameFacts, Providers } from './contracts.ts';
import { findRounds, findTransfers, type RecordFilter, type RoundTransfer, sumRounds } from './reads.ts';
import type { RoundRow } from './store.ts';

export interface RecordRouteDeps {
  readonly db: Database;
  readonly games: GameDirectory;
  readonly providers: Providers;
  /** What a currency is written with on screen ("$"). */
  currencySymbol(currency: string): string;
  /** The merchant's time zone, which decides what a day is. */
  readonly timeZone: string | (() => Promise<string>);
}

export function bettingRecordRoutes(deps: RecordRouteDeps): readonly BoundCall[] {
  const { db, games, providers, currencySymbol, timeZone } = deps;
  return [
    bindSigned(bettingRecord, async ({ actor, language }, { query }) => {
      const filter: RecordFilter = {
        memberId: actor.memberId,
        from: query.from === undefined ? undefined : new Date(query.from),
        to: query.to === undefined ? undefined : new Date(query.to),
        gameCategory: query.gameCategory,
        vassalage: query.vassalage,
        state: query.status,
      };
      const totals = await sumRounds(db, filter);
      const rounds = await findRounds(db, filter, query.pageSize, (query.pageNo - 1) * query.pageSize);
      const transfers = await findTransfers(db, rounds);
      const facts = await games.findMany(db, [...new Set(rounds.map((round) => round.game_id))], language);
      return {
        bets: rounds.map((round) => presentRound(round, transfers.filter(isOf(round)), facts.get(round.game_id), providers)),
        totals: {
          count: totals.count,
          stake: toWire(totals.stake),
          payout: toWire(totals.payout),
          net: toWire(totals.payout - totals.stake),
        },
        pageNum: query.pageNo,
        totalPages: Math.max(1, Math.ceil(totals.count / query.pageSize)),
        currencySymbol: currencySymbol(actor.currency),
        timeZone: typeof timeZone === 'string' ? timeZone : await timeZone(),
      };
    }),
  ];
}

function isOf(round: RoundRow): (transfer: RoundTransfer) => boolean {
  return (transfer) => transfer.provider === round.provider && transfer.roundId === round.round_id;
}

/** A cancelled round shows what was staked and that it came back; elsewhere what was taken back does not count. */
function presentRound(round: RoundRow, transfers: readonly RoundTransfer[], game: GameFacts | undefined, providers: Providers): Bet {
  const [staked, refunded] = [BigInt(round.stake), BigInt(round.refunded)];
  const cancelled = round.state === 'cancelled';
  const stake = cancelled ? staked : staked - refunded;
  const payout = cancelled ? refunded : BigInt(round.payout);
  return {
    betId: round.id,
    roundId: round.round_id,
    gameId: round.game_id,
    gameName: game?.gameName ?? round.game_id,
    vassalage: round.vassalage,
    vendorName: game?.vendorName ?? round.vassalage,
    gameCategory: round.game_category as GameCategory,
    stake: toWire(stake),
    payout: toWire(payout),
    net: toWire(payout - stake),
    status: round.state,
    placedAt: round.opened_at.toISOString(),
    settledAt: round.settled_at?.toISOString() ?? null,
    transfers: transfers.map((transfer) => ({
      transferId: transfer.transferId,
      kind: transfer.kind,
      reference: transfer.reference,
      amount: toWire(transfer.units),
      at: transfer.at.toISOString(),
    })),
    // An outcome can be recomputed once it is known.
    verifyUrl: round.state === 'open' || cancelled ? null : (providers.get(round.provider)?.verifyUrl(round.round_id) ?? null),
  };
}
