import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { type Posting, type TransferResult, WALLET } from '../../ledger/index.ts';
import { CONTEST_CATEGORY } from '../contests/index.ts';
import { answer, type Holder } from './answers.ts';
import { isRefusedPlace, refusalOf } from './bet.ts';
import type { BetContext, Seen, StakeFacts } from './bet-context.ts';
import type { GameFacts, VendorDeps } from './contracts.ts';
import { type Instruction, instructionOf, transferOf } from './instructions.ts';
import { afterWin, atRiskOf } from './rounds.ts';
import { type Order, togetherOf } from './together.ts';
import { hasFraction } from './whole-amounts.ts';

/**
 * The usual bet and win without a transaction around them: everything is read without a lock, judged, and then posted and stored by one
 * statement, which changes nothing if what was read has changed since then (migration 200, decision 139). `undefined`: not the usual case,
 * refused, or changed: the caller runs the instruction under the lock, where each answer is decided.
 */
export async function betAtOnce(deps: VendorDeps, provider: string, body: SeamlessBody<'bet'>): Promise<SeamlessAnswer | undefined> {
  if (body.contestId !== undefined || body.freeRound !== undefined) return undefined;
  const { context, now } = await togetherOf(deps).read({ provider, body, isStake: true });
  const facts = context?.facts;
  if (!facts || !isUsualBet(context, body, now)) return undefined;
  const { holder, seen } = context;
  const game = await deps.games.at(facts.contentVersion, body.gameId);
  if (!game || facts.isBlocked || refusalOf(deps, holder, body, undefined, game)) return undefined;
  if (await isRefusedByRules(deps, holder, facts, BigInt(body.amount), game, now)) return undefined;
  const instruction = instructionOf('bet', body);
  const result = await deps.wallet.transferWithin(deps.db, transferOf(holder, instruction, -instruction.amount), (posting) =>
    togetherOf(deps).post({
      ...orderOf(posting, instruction, provider, seen),
      protection: seen.protection,
      vassalage: game.vassalage,
      category: game.gameCategory,
      market: body.market ?? null,
      at_risk: atRiskOf(body, game.gameCategory)?.toString() ?? null,
    }),
  );
  return postedAnswer(holder, result);
}

export async function winAtOnce(deps: VendorDeps, provider: string, body: SeamlessBody<'win'>): Promise<SeamlessAnswer | undefined> {
  const instruction = instructionOf('win', body);
  if (instruction.amount === 0n) return undefined;
  const { context } = await togetherOf(deps).read({ provider, body, isStake: false });
  if (!context || !isUsualWin(context, body)) return undefined;
  const { holder, seen, known } = context;
  const { round } = known;
  if (!round) return undefined;
  const result = await deps.wallet.transferWithin(
    deps.db,
    transferOf(holder, instruction, instruction.amount, round.wallet_kind),
    (posting) => {
      const after = { ...round, ...afterWin(round, instruction.amount, deps.clock.now(), body.endRound) };
      const { payout, live_bets, state, settled_at, closed } = after;
      return togetherOf(deps).post({
        ...orderOf(posting, instruction, provider, seen),
        bet: body.betTransactionId,
        round_id: round.id,
        seen_live: round.live_bets,
        seen_payout: round.payout,
        seen_refunded: round.refunded,
        payout,
        live_bets,
        state,
        settled_at,
        closed,
      });
    },
  );
  return postedAnswer(holder, result);
}

function orderOf(posting: Posting, { body, amount, hash }: Instruction, provider: string, { version }: Seen): Order {
  const { transactionId: transaction, roundId: round, gameId: game } = body;
  return { ...posting, provider, transaction, body_hash: hash, round, game, amount: amount.toString(), seen: version };
}

/** A new bet with a valid token from an allowed place, in a new round, from the one wallet. */
function isUsualBet({ holder, known, session }: BetContext, { amount }: SeamlessBody<'bet'>, now: Date): boolean {
  if (hasFraction(BigInt(amount), holder.currency)) return false;
  if (!holder.single || known.before || known.round) return false;
  return session !== undefined && session.member_id === holder.memberId && session.expires_at > now && !isRefusedPlace(session);
}

/** The first win of a live bet of an open round. */
function isUsualWin({ holder, known: { before, bet, round } }: BetContext, body: SeamlessBody<'win'>): boolean {
  if (before || !bet || !round || round.closed || round.game_category === CONTEST_CATEGORY) return false;
  if (round.wallet_kind !== WALLET || body.currency !== holder.currency) return false;
  if (hasFraction(BigInt(body.amount), holder.currency)) return false;
  const isOfRound = bet.member_id === holder.memberId && bet.round_id === body.roundId && bet.game_id === body.gameId;
  return bet.kind === 'bet' && bet.state === 'accepted' && isOfRound && round.live_bets > 0;
}

/** Whether a limit, break or check refuses the stake. */
async function isRefusedByRules(
  { protection, db }: VendorDeps,
  holder: Holder,
  { protection: snapshot }: StakeFacts,
  units: bigint,
  game: GameFacts,
  now: Date,
): Promise<boolean> {
  if (holder.realm !== 'real') return protection.refuseTrial(db, holder.memberId);
  const options = { paced: game.gameCategory === 'RNG', facts: { snapshot, now } };
  return (await protection.refuseStake(db, holder.memberId, units, options)) !== undefined;
}

function postedAnswer(holder: BetContext['holder'], result: TransferResult | undefined): SeamlessAnswer | undefined {
  return result?.outcome === 'posted' ? answer(holder, 'OK', result) : undefined;
}
