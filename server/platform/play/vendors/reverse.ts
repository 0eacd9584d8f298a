import type { SeamlessAnswer, SeamlessBody } from '../../../../shared/seamless/wallet.ts';
import { HOUSE, type Leg } from '../../ledger/index.ts';
import { CONTEST_CATEGORY } from '../contests/index.ts';
import { answer } from './bet-context.ts';
import { FREE, POOLED } from './contracts.ts';
import {
  afterReversal,
  type Instruction,
  instructionOf,
  postTransfer,
  replayOf,
  requirePosted,
  type Step,
  transactionRow,
  transferOf,
} from './instructions.ts';
import * as store from './store.ts';

/**
 * Takes a settled bet back: the stake is returned, and what it won is debited, below zero if the member has spent it; the wallet then stays
 * marked as overdrawn (`TransferInstruction.reversal`). The vendor's instruction leads to both transfers: the win has an instruction of its own
 * with the id of the reversal and `:win`.
 */
export async function reverse(step: Step, body: SeamlessBody<'reverse'>): Promise<SeamlessAnswer> {
  const { tx, holder, now, known } = step;
  const { bet, round } = known;
  const instruction = instructionOf('rollback', body);
  const before = replayOf(step, instruction);
  if (before) return before;
  if (!bet || bet.state === 'refused') return answer(holder, 'BET_NOT_FOUND');
  if (bet.state === 'tombstone') return answer(holder, 'BET_ROLLED_BACK');
  const isNamed = bet.kind === 'bet' && bet.member_id === holder.memberId && bet.round_id === body.roundId && bet.game_id === body.gameId;
  if (!isNamed || !round) return answer(holder, 'TRANSACTION_MISMATCH');
  if (bet.state === 'rolled-back') return answer(holder, 'BET_ROLLED_BACK');
  // Stakes of others are in a pot, a bet that is not settled is rolled back, and a free round that was settled has been played.
  if (bet.state !== 'settled' || round.game_category === CONTEST_CATEGORY || round.wallet_kind === FREE)
    return answer(holder, 'TRANSACTION_MISMATCH');

  const stake = BigInt(bet.amount);
  const won = await store.takeWins(tx, bet);
  const legs = await legsOf(step, { bet, round, stake, won });
  const returned = requirePosted(await postTransfer(step, instruction, stake, round, legs?.returned), instruction);
  const debited = won > 0n ? await debitWin(step, instruction, won, { round, legs: legs?.debited }) : returned;
  const balance = isOfHouse(legs?.debited) ? (isOfHouse(legs?.returned) ? holder.balance : returned.balance) : debited.balance;
  const row = transactionRow(step, instruction, { state: 'accepted', status: 'OK', transferId: returned.transferId, amount: stake });
  await store.insertEnding(
    tx,
    { ...row, bet_transaction_id: body.betTransactionId },
    'rolled-back',
    round,
    afterReversal(round, stake, won, now),
  );
  return answer(holder, 'OK', { balance, transferId: returned.transferId });
}

/** Bonus money that was given up: nothing of the member has moved. */
function isOfHouse(legs: readonly Leg[] | undefined): boolean {
  return legs?.every(({ owner }) => owner === HOUSE) === true;
}

interface Taken {
  readonly bet: store.TransactionRow;
  readonly round: store.RoundRow;
  readonly stake: bigint;
  readonly won: bigint;
}

/** Of a bet of a bonus; undefined: the wallet. */
async function legsOf({ deps, tx, holder }: Step, { bet, round, stake, won }: Taken) {
  if (round.wallet_kind !== POOLED) return undefined;
  const { memberId, provider } = holder;
  return deps.pools.reverse(tx, { memberId, provider, betTransactionId: bet.transaction_id, stake, won });
}

interface DebitedFrom {
  readonly round: store.RoundRow;
  readonly legs: readonly Leg[] | undefined;
}

async function debitWin(step: Step, { body }: Instruction, won: bigint, { round, legs }: DebitedFrom) {
  const { deps, tx, afterCommit, holder } = step;
  const named = { ...body, transactionId: `${body.transactionId}:win` };
  const transfer = transferOf(holder, { kind: 'win-reversal', body: named }, -won, round.wallet_kind, legs);
  const result = await deps.wallet.transfer(tx, { ...transfer, reversal: true }, afterCommit);
  const instruction: Instruction = { kind: 'win-reversal', body: named, amount: won, hash: '' };
  const posted = requirePosted(result, instruction);
  const row = transactionRow(step, instruction, { state: 'accepted', status: 'OK', transferId: posted.transferId });
  await store.insertTransaction(tx, { ...row, body_hash: null });
  return posted;
}
