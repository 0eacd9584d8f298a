import type { SeamlessCode } from '../../../../shared/seamless/codes.ts';
import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { HOUSE, type Leg, memberLegs, type TransferResult } from '../../ledger/index.ts';
import { CONTEST_CATEGORY } from '../contests/index.ts';
import { answer, hasFraction, refuseFraction } from './bet-context.ts';
import { FREE, FREE_ROUNDS_ACCOUNT, POOLED } from './contracts.ts';
import {
  afterRollback,
  afterWin,
  closeRound,
  type Instruction,
  instructionOf,
  postTransfer,
  replayOf,
  requirePosted,
  type Step,
  storeOutcome,
  transactionRow,
} from './instructions.ts';
import * as store from './store.ts';

/**
 * Operations after a bet. They ignore tokens, blocks and disabled games: winnings and refunds always post. Refusals are not stored, because
 * vendors repeat a win until it is accepted.
 */
export async function win(step: Step, body: SeamlessBody<'win'>): Promise<SeamlessAnswer> {
  const { tx, holder, known, now } = step;
  const instruction = instructionOf('win', body);
  const before = replayOf(step, instruction);
  if (before) {
    // The same win may have been posted without `endRound` by an earlier release of the vendor.
    if (before.status === 'OK' && body.endRound && known.round) await close(step, known.round);
    return before;
  }
  if (body.currency !== holder.currency) return answer(holder, 'WRONG_CURRENCY');
  const found = await findBet(step, instruction);
  if (typeof found === 'string') return answer(holder, found);
  // A stake with a fraction, which an earlier release has booked, may be paid back with it.
  const { currency } = holder;
  if (hasFraction(instruction.amount, currency) && !hasFraction(BigInt(found.bet.amount), currency)) return refuseFraction(holder);

  const { transferId, balance } = await payWin(step, instruction, found);
  const row = transactionRow(step, instruction, { state: 'accepted', status: 'OK', transferId });
  const change = afterWin(found.round, instruction.amount, now, body.endRound);
  await store.insertEnding(tx, { ...row, bet_transaction_id: body.betTransactionId }, 'settled', found.round, change);
  await endContest(step, found.round, change);
  return answer(holder, 'OK', { balance, transferId });
}

export async function rollback(step: Step, body: SeamlessBody<'rollback'>): Promise<SeamlessAnswer> {
  const { tx, holder, now } = step;
  const { bet: target } = step.known;
  const instruction = instructionOf('rollback', body);
  const before = replayOf(step, instruction);
  if (before) return before;
  if (!target) return insertTombstone(step, instruction);
  if (target.state === 'tombstone' || (target.state === 'refused' && isBetOf(target, step, instruction))) {
    await storeOutcome(step, instruction, { state: 'accepted', status: 'OK' });
    return answer(holder, 'OK');
  }
  const found = await findBet(step, instruction);
  if (typeof found === 'string') return answer(holder, found);

  const amount = BigInt(found.bet.amount);
  const isFree = found.round.wallet_kind === FREE;
  const { transferId, balance } = isFree
    ? await giveRoundBack(step, found)
    : requirePosted(await payBack(step, instruction, amount, found), instruction);
  const row = transactionRow(step, instruction, { state: 'accepted', status: 'OK', transferId, amount });
  const change: store.RoundChange = { ...afterRollback(found.round, amount, now), ...(isFree && { state: 'cancelled' }) };
  await store.insertEnding(tx, { ...row, bet_transaction_id: body.betTransactionId }, 'rolled-back', found.round, change);
  await endContest(step, found.round, change);
  return answer(holder, 'OK', { balance, transferId });
}

export async function finish(step: Step, body: SeamlessBody<'finish'>): Promise<SeamlessAnswer> {
  const { round } = step.known;
  const { holder } = step;
  if (!round) return answer(holder, 'BET_NOT_FOUND');
  if (round.member_id !== holder.memberId || round.game_id !== body.gameId) return answer(holder, 'TRANSACTION_MISMATCH');
  await close(step, round);
  return answer(holder, 'OK');
}

/** Marks the round's live bets as lost and closes the round. */
async function close(step: Step, round: store.RoundRow): Promise<void> {
  const { tx, holder, now } = step;
  if (round.closed && round.live_bets === 0) return;
  if (round.live_bets > 0) await store.settleLiveBets(tx, holder.provider, round.round_id);
  if (round.live_bets > 0 && round.wallet_kind === FREE)
    await step.deps.freeRounds.finish(tx, { provider: holder.provider, roundId: round.round_id });
  const change = closeRound(round, now);
  await store.updateRound(tx, round, change);
  await endContest(step, round, change);
}

/** Ends a round of a contest after its last bet is settled. */
async function endContest({ deps, tx, holder }: Step, before: store.RoundRow, change: store.RoundChange): Promise<void> {
  if (before.game_category !== CONTEST_CATEGORY || holder.realm !== 'real') return;
  const round = { ...before, ...change };
  if (round.live_bets > 0) return;
  const [stake, payout, refunded] = [BigInt(round.stake), BigInt(round.payout), BigInt(round.refunded)];
  await deps.contests.end(tx, { provider: holder.provider, roundId: round.round_id, memberId: holder.memberId, stake, payout, refunded });
}

interface LiveBet {
  readonly bet: store.TransactionRow;
  readonly round: store.RoundRow;
}

interface Paid {
  /** Null: nothing was posted. */
  readonly transferId: string | null;
  readonly balance: bigint;
}

async function payWin(step: Step, instruction: Instruction, found: LiveBet): Promise<Paid> {
  const { holder } = step;
  const { amount } = instruction;
  if (found.round.wallet_kind === FREE) return payFreeWin(step, instruction, found);
  if (amount === 0n) return { transferId: null, balance: holder.balance };
  return requirePosted(await payBack(step, instruction, amount, found), instruction);
}

/** The house pays the win of a free round to the wallet, or the member gets it with the end of the grant. */
async function payFreeWin({ deps, tx, afterCommit, holder }: Step, instruction: Instruction, { bet }: LiveBet): Promise<Paid> {
  const { memberId, provider, currency, realm } = holder;
  const { amount: units, body } = instruction;
  const way = await deps.freeRounds.settle(tx, { provider, betTransactionId: bet.transaction_id, units });
  if (units === 0n || way === 'later') return { transferId: null, balance: holder.balance };
  const legs = memberLegs(memberId, FREE_ROUNDS_ACCOUNT, units);
  const meta = { roundId: body.roundId, gameId: body.gameId };
  const reference = `seamless:${provider}:${body.transactionId}`;
  const order = { reference, kind: 'free-round-win', currency, realm, memberId, legs, meta } as const;
  return requirePosted(await deps.wallet.transfer(tx, order, afterCommit), instruction);
}

async function giveRoundBack({ deps, tx, holder }: Step, { bet }: LiveBet): Promise<Paid> {
  await deps.freeRounds.giveBack(tx, { provider: holder.provider, betTransactionId: bet.transaction_id });
  return { transferId: null, balance: holder.balance };
}

/** Posts a win or a returned stake to the accounts from which the stake came. */
async function payBack(step: Step, instruction: Instruction, units: bigint, { bet, round }: LiveBet): Promise<TransferResult> {
  const { deps, tx, holder } = step;
  const { memberId, provider, currency } = holder;
  let legs: readonly Leg[] | undefined;
  if (round.wallet_kind === POOLED)
    legs = await deps.pools.credit(tx, { memberId, provider, betTransactionId: bet.transaction_id, units, currency });
  const result = await postTransfer(step, instruction, units, round, legs);
  // Bonus money that was given up: nothing of the member has moved.
  return legs?.every(({ owner }) => owner === HOUSE) ? { ...result, balance: holder.balance } : result;
}

/** The live bet of the instruction and its round, or the code of the refusal. */
async function findBet(step: Step, instruction: Instruction): Promise<LiveBet | SeamlessCode> {
  const { bet: found, round } = step.known;
  if (!found || found.state === 'refused') return 'BET_NOT_FOUND';
  if (found.state === 'tombstone') return 'BET_ROLLED_BACK';
  if (!isBetOf(found, step, instruction)) return 'TRANSACTION_MISMATCH';
  if (found.state === 'rolled-back') return 'BET_ROLLED_BACK';
  if (!round) throw new Error(`the bet ${found.transaction_id} has no round`);
  // A vendor that rolls back a settled bet must get the win in the reply. A bet of a round that was finished without a win is lost.
  if (round.closed && !(await store.hasWin(step.tx, found))) return 'ROUND_CLOSED';
  return round.closed || found.state === 'settled' ? 'BET_SETTLED' : { bet: found, round };
}

function isBetOf(found: store.TransactionRow, { holder }: Step, { body }: Instruction): boolean {
  return found.kind === 'bet' && found.member_id === holder.memberId && found.round_id === body.roundId && found.game_id === body.gameId;
}

/** Inserts a tombstone for the bet: if the bet arrives later, it is refused. */
async function insertTombstone(step: Step, instruction: Instruction): Promise<SeamlessAnswer> {
  const { deps, tx, holder, now } = step;
  const { betTransactionId = '', roundId, gameId } = instruction.body;
  await store.insertTransaction(tx, {
    provider: holder.provider,
    transaction_id: betTransactionId,
    kind: 'bet',
    body_hash: null,
    member_id: holder.memberId,
    round_id: roundId,
    game_id: gameId,
    amount: '0',
    bet_transaction_id: null,
    state: 'tombstone',
    status: 'BET_ROLLED_BACK',
    transfer_id: null,
    created_at: now,
  });
  const status = deps.providers.get(holder.provider)?.unknownBetRollback ?? 'OK';
  await storeOutcome(step, instruction, { state: 'accepted', status });
  return answer(holder, status);
}
