import type { QueryOf, ValueOf } from '../../../../shared/api/client-call.ts';
import { betExport, bettingRecord, betVerified } from '../../../../shared/api/records/contract.ts';
import type { Bet, BetLine } from '../../../../shared/api/records/schemas.ts';
import type { GameCategory } from '../../../../shared/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { defined } from '../../../kit/defined.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { noteVerified } from '../facts/index.ts';
import { type GameFacts, type Providers, type RoundRow, slipsOf } from '../vendors/index.ts';
import {
  type BetFilter,
  findRound,
  findRoundOf,
  findRounds,
  findRoundsAfter,
  findTransfers,
  placeOf,
  type RoundTransfer,
  sumRounds,
} from './bets.ts';
import type { RecordDeps } from './contracts.ts';
import { periodOf } from './period.ts';

const EXPORT_ROWS = 1_000;

/** Whose bets are read. */
export type BetOwner = Pick<Actor, 'memberId' | 'currency'>;
/** Reads the bets of a member. The caller checks that the reader may see them. */
export type ListBets = (owner: BetOwner, language: string, query: QueryOf<typeof bettingRecord>) => Promise<ValueOf<typeof bettingRecord>>;

export function betLists(deps: RecordDeps): ListBets {
  const { db, currencySymbol, timeZone } = deps;
  const present = async (found: readonly RoundRow[], language: string, isWhole: boolean): Promise<Bet[]> => {
    const transfers = await findTransfers(db, found);
    const facts = await factsOf(deps, found, language);
    const slips = await slipsOf(db, found);
    const details = await deps.describeRounds(found, language, isWhole);
    return found.map((round) => ({
      ...presentBet(round, transfers.filter(isOf(round)), facts.get(round.game_id), deps.providers),
      legs: [...(slips.get(round.id) ?? [])],
      ...defined({ detail: details.get(round.id) }),
    }));
  };

  return async ({ memberId, currency }, language, query) => {
    const named = await namedRound(deps, memberId, query);
    const filter = filterOf(deps, memberId, query);
    const totals = named ? sumOf(named) : await sumRounds(db, filter, await timeZone());
    const found = named ? [named] : await findRounds(db, filter, query.pageSize, (query.pageNo - 1) * query.pageSize);
    return {
      bets: await present(found, language, named !== undefined),
      totals: {
        count: totals.count,
        stake: toWire(totals.stake),
        validStake: toWire(totals.validStake),
        payout: toWire(totals.payout),
        net: toWire(totals.payout - totals.validStake),
      },
      pageNum: named ? 1 : query.pageNo,
      totalPages: Math.max(1, Math.ceil(totals.count / query.pageSize)),
      currency,
      currencySymbol: currencySymbol(currency),
      timeZone: await timeZone(),
    };
  };
}

export function betRoutes(deps: RecordDeps): readonly BoundCall[] {
  const { db, timeZone } = deps;
  const listBets = betLists(deps);
  return [
    bind(bettingRecord, ({ actor, language }, { query }) => listBets(actor, language, query)),
    bind(betVerified, ({ actor }, { body }) => openProof(deps, actor.memberId, body.betId)),
    bind(betExport, async ({ actor, language }, { query }) => {
      const found = await findRoundsAfter(db, filterOf(deps, actor.memberId, query), query.cursor, EXPORT_ROWS);
      const facts = await factsOf(deps, found, language);
      const last = found.at(-1);
      return {
        bets: found.map((round) => presentRound(round, facts.get(round.game_id))),
        next: last && found.length === EXPORT_ROWS ? placeOf(last) : null,
        currency: actor.currency,
        timeZone: await timeZone(),
      };
    }),
  ];
}

function factsOf({ db, games }: RecordDeps, found: readonly RoundRow[], language: string) {
  return games.findMany(db, [...new Set(found.map((round) => round.game_id))], language);
}

function filterOf({ clock }: RecordDeps, memberId: string, query: QueryOf<typeof betExport>): BetFilter {
  const { gameCategory, vassalage, status } = query;
  return { memberId, ...periodOf(query, clock), ...defined({ gameCategory, vassalage, state: status }) };
}

/** The one bet that a query names by its own id or by that of its round; undefined for a list. */
async function namedRound(
  deps: RecordDeps,
  memberId: string,
  { betId, roundId }: Pick<QueryOf<typeof bettingRecord>, 'betId' | 'roundId'>,
): Promise<RoundRow | undefined> {
  if (betId !== undefined) return roundOfMember(deps, memberId, betId);
  return roundId === undefined ? undefined : required(await findRoundOf(deps.db, memberId, roundId));
}

/**
 * The address of the proof of an own settled round, on this site. The seed of the round is public by then. That a member has opened it is a fact,
 * once for each round in real money; what the browser computes is not known here.
 */
async function openProof(deps: RecordDeps, memberId: string, betId: string): Promise<ValueOf<typeof betVerified>> {
  const verifyUrl = proofOf(await roundOfMember(deps, memberId, betId), deps.providers);
  if (verifyUrl === null || !verifyUrl.startsWith('/')) throw new Refusal('bet_no_proof');
  await inTransaction(deps.db, async (tx) => {
    const isReal = await tx
      .selectFrom('vendor_round')
      .select('id')
      .where('id', '=', betId)
      .where('member_id', '=', memberId)
      .where('realm', '=', 'real')
      .where('state', 'in', ['won', 'lost'])
      .forShare()
      .executeTakeFirst();
    // The lock gives the transaction its id before the fact takes one.
    if (isReal) await noteVerified(tx, { memberId, betId, at: deps.clock.now() });
  });
  return { verifyUrl };
}

/** An outcome can be verified once it is known. */
function proofOf({ state, provider, round_id }: RoundRow, providers: Providers): string | null {
  const isKnown = state === 'won' || state === 'lost';
  return isKnown ? (providers.get(provider)?.verifyUrl(round_id) ?? null) : null;
}

async function roundOfMember({ db }: RecordDeps, memberId: string, betId: string): Promise<RoundRow> {
  return required(await findRound(db, memberId, betId));
}

function required(round: RoundRow | undefined): RoundRow {
  if (!round) throw new Refusal('bet_not_found');
  return round;
}

function sumOf(round: RoundRow) {
  const stake = BigInt(round.stake) - BigInt(round.refunded);
  const isSettled = round.state === 'won' || round.state === 'lost';
  return { count: 1, stake, validStake: isSettled ? stake : 0n, payout: isSettled ? BigInt(round.payout) : 0n };
}

function isOf(round: RoundRow): (transfer: RoundTransfer) => boolean {
  return (transfer) => transfer.provider === round.provider && transfer.roundId === round.round_id;
}

/** A cancelled round shows its refunded stake; other rounds show stakes less refunds. An open round has no result. */
function presentRound(round: RoundRow, game: GameFacts | undefined): BetLine {
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
    net: toWire(round.state === 'open' ? 0n : payout - stake),
    status: round.state,
    placedAt: round.opened_at.toISOString(),
    settledAt: round.settled_at?.toISOString() ?? null,
  };
}

function presentBet(round: RoundRow, transfers: readonly RoundTransfer[], game: GameFacts | undefined, providers: Providers): Bet {
  return {
    ...presentRound(round, game),
    transfers: transfers.map((transfer) => ({
      transferId: transfer.transferId,
      kind: transfer.kind,
      reference: transfer.reference,
      amount: toWire(transfer.units),
      at: transfer.at.toISOString(),
    })),
    verifyUrl: proofOf(round, providers),
  };
}
