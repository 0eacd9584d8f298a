import type { Logger } from 'pino';
import type { StudioError } from '../../shared/games/protocol.ts';
import { toUnitText, type Units, type UnitText } from '../../shared/money/money.ts';
import type { SeamlessCode } from '../../shared/seamless/codes.ts';
import type { SeamlessAnswer } from '../../shared/seamless/wallet.ts';
import type { WalletClient, WalletReply } from './wallet-client.ts';

/** `market` and `atRisk` of a bet, as the seamless wallet expects them. */
export interface TurnoverTerms {
  readonly market?: string;
  readonly atRisk?: UnitText;
}

/**
 * For a bet with odds chosen by the player. With `atRisk` a win counts with at most the amount won, because a bet that is
 * almost certain to win has almost no risk (docs/features/turnover.md).
 */
export function countingAtChosenOdds(stake: Units): TurnoverTerms {
  return { atRisk: toUnitText(stake) };
}

/** A stake and its possible payout, with the id under which the wallet books it. */
export interface Order {
  readonly id: string;
  readonly game_id: string;
  readonly player: string;
  readonly currency: string;
  /** Units, as int8 text. */
  readonly stake: UnitText;
  /** Id of the hand that the stake belongs to, in games between players. */
  readonly contest?: string;
  /** How the stake counts for turnover. Absent: the whole stake, on one outcome. */
  readonly turnoverTerms?: TurnoverTerms;
  /** Grant of a free round: the platform gives the stake. */
  readonly free_grant?: string | null;
}
export interface Payable extends Order {
  readonly payout: UnitText;
}

/** The wallet's state of a round; `unknown` while the wallet has not answered. */
export type Verdict =
  | { readonly end: 'settled'; readonly balance: bigint | null }
  | { readonly end: 'refunded'; readonly balance: bigint | null }
  | { readonly end: 'refused'; readonly refusal: StudioError; readonly opponent?: string }
  | { readonly end: 'unknown'; readonly accepted: boolean };
/** The same for a stake alone: it counts, or it never will. */
export type StakeVerdict = { readonly end: 'accepted'; readonly balance: bigint | null } | Exclude<Verdict, { readonly end: 'settled' }>;

export interface Settlement {
  /** Sends the bet once and ends the round. A missing reply is followed by a status call, never by a second bet. */
  place(round: Payable, walletToken: string, retryPolicy: RetryPolicy): Promise<Verdict>;
  /** Ends a round whose bet may or may not have been booked: an accepted bet is settled, any other is rolled back. */
  recover(round: Payable, retryPolicy: RetryPolicy): Promise<Verdict>;
  /** The first half of `place`, for a bet whose result comes later. */
  stake(order: Order, walletToken: string, retryPolicy: RetryPolicy, mayUndo?: MayUndo): Promise<StakeVerdict>;
  /** The first half of `recover`. */
  confirm(order: Order, retryPolicy: RetryPolicy, mayUndo?: MayUndo): Promise<StakeVerdict>;
  /** Settles an accepted bet: its win, which also ends the round. */
  pay(order: Payable, retryPolicy: RetryPolicy): Promise<Verdict>;
  /** Rolls a bet back, whether or not it arrived; a bet that is already settled counts. */
  undo(order: Order, retryPolicy: RetryPolicy): Promise<StakeVerdict>;
  /** Takes a settled bet back: its win is debited, and its stake returned. */
  reverse(order: Order, retryPolicy: RetryPolicy): Promise<Extract<Verdict, { readonly end: 'refunded' | 'unknown' }>>;
}

/**
 * Called before a stake that the wallet does not know is rolled back; false: not now. Where the result comes later, another
 * process may still request the same stake and must not count it afterwards, so the rollback is stored first.
 */
export type MayUndo = () => Promise<boolean>;

/** Waits before the next attempt; false: no further attempt now. */
export type RetryPolicy = (tries: number) => Promise<boolean>;

/** Refusals of a bet, mapped to the player's error. Every other status is either success or a fault between the systems. */
const BET_REFUSALS: Partial<Record<SeamlessCode, StudioError>> = {
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  FREE_ROUND_REFUSED: 'free_round_over',
  LIMIT_REACHED: 'limit_reached',
  ROUND_TOO_SOON: 'too_soon',
  PLAYER_BLOCKED: 'player_blocked',
  GAME_DISABLED: 'game_disabled',
  GAME_NOT_FOUND: 'game_not_found',
  INVALID_TOKEN: 'session_expired',
  TOKEN_EXPIRED: 'session_expired',
};
/** Details of `LIMIT_REACHED` (docs/vendors/seamless-wallet.md): a reason, and after a colon its subject. */
const LIMIT_REASONS: Readonly<Record<string, StudioError>> = {
  linked_players: 'linked_players',
  pair_limit: 'pair_limit',
  bonus_stake: 'bonus_stake',
};
/** Message of a bet above the highest stake of one bet: it has been lowered since the session began. */
const CEILING_MESSAGE = 'limit_exceeded: stake-once';
/** The request was rejected, so nothing was posted; an operator must investigate. */
const REJECTED_REQUESTS: readonly SeamlessCode[] = ['BAD_REQUEST', 'BAD_SIGNATURE', 'STALE_REQUEST', 'UNKNOWN_PROVIDER', 'WRONG_CURRENCY'];
/** A rollback that finds no bet leaves a tombstone: a late bet is refused from then on. */
const UNDO_CONFIRMED: readonly SeamlessCode[] = ['OK', 'BET_NOT_FOUND', 'TRANSACTION_NOT_FOUND', 'BET_ROLLED_BACK'];

const ALWAYS: MayUndo = async () => true;
const NO_ANSWER: StakeVerdict = { end: 'unknown', accepted: false };
const PAYOUT_PENDING: Verdict = { end: 'unknown', accepted: true };

export function createSettlement(wallet: WalletClient, log: Logger): Settlement {
  const { stake, confirm, undo } = createStakes(wallet, log);

  async function place(round: Payable, walletToken: string, retryPolicy: RetryPolicy): Promise<Verdict> {
    return settle(round, retryPolicy, await stake(round, walletToken, retryPolicy));
  }

  async function recover(round: Payable, retryPolicy: RetryPolicy): Promise<Verdict> {
    return settle(round, retryPolicy, await confirm(round, retryPolicy));
  }

  async function settle(round: Payable, retryPolicy: RetryPolicy, staked: StakeVerdict): Promise<Verdict> {
    return staked.end === 'accepted' ? pay(round, retryPolicy) : staked;
  }

  async function pay(round: Payable, retryPolicy: RetryPolicy): Promise<Verdict> {
    const { bet, win } = transactionIds(round);
    const reply = await retryUntilAnswered(retryPolicy, () =>
      wallet.call('win', { ...orderFields(round), transactionId: win, amount: round.payout, betTransactionId: bet, endRound: true }),
    );
    if (reply?.status === 'BET_ROLLED_BACK') return { end: 'refunded', balance: balanceOf(reply) };
    if (reply?.status !== 'OK') return pendingPayout(round, reply);
    return { end: 'settled', balance: balanceOf(reply) };
  }

  async function reverse(order: Order, retryPolicy: RetryPolicy): ReturnType<Settlement['reverse']> {
    const { bet, reversal } = transactionIds(order);
    const { roundId, gameId, player } = orderFields(order);
    const reply = await retryUntilAnswered(retryPolicy, () =>
      wallet.call('reverse', { transactionId: reversal, betTransactionId: bet, roundId, gameId, player }),
    );
    if (reply?.status === 'OK') return { end: 'refunded', balance: balanceOf(reply) };
    if (reply) log.error({ roundId: order.id, status: reply.status }, 'wallet refused the reversal of a bet');
    return { end: 'unknown', accepted: true };
  }

  function pendingPayout(round: Payable, reply: WalletReply): Verdict {
    if (reply) log.error({ roundId: round.id, status: reply.status }, 'wallet refused to settle a round');
    return PAYOUT_PENDING;
  }

  return { place, recover, stake, confirm, pay, undo, reverse };
}

/** The calls that decide whether a stake counts. */
function createStakes(wallet: WalletClient, log: Logger): Pick<Settlement, 'stake' | 'confirm' | 'undo'> {
  async function stake(order: Order, walletToken: string, retryPolicy: RetryPolicy, mayUndo?: MayUndo): Promise<StakeVerdict> {
    const reply = await wallet.call('bet', {
      token: walletToken,
      ...orderFields(order),
      transactionId: transactionIds(order).bet,
      ...(order.free_grant ? { amount: '0', freeRound: { grantId: order.free_grant, stake: order.stake } } : { amount: order.stake }),
      ...(order.contest !== undefined && { contestId: order.contest }),
      ...order.turnoverTerms,
    });
    if (reply?.status === 'OK') return accepted(reply);
    const refused = reply && refusedBy(reply);
    if (refused) return refused;
    if (reply) log.error({ roundId: order.id, status: reply.status }, 'unexpected wallet reply to a bet');
    if (reply && REJECTED_REQUESTS.includes(reply.status)) return { end: 'refused', refusal: 'game_disabled' };
    return confirm(order, retryPolicy, mayUndo);
  }

  async function confirm(order: Order, retryPolicy: RetryPolicy, mayUndo: MayUndo = ALWAYS): Promise<StakeVerdict> {
    const reply = await retryUntilAnswered(retryPolicy, () => wallet.call('status', { transactionId: transactionIds(order).bet }));
    if (!reply) return NO_ANSWER;
    if (reply.status !== 'OK' && reply.status !== 'TRANSACTION_NOT_FOUND') {
      log.error({ roundId: order.id, status: reply.status }, 'unexpected wallet reply to a status call');
      return NO_ANSWER;
    }
    switch (reply.transaction?.state) {
      case 'accepted':
        return accepted(reply);
      case 'refused':
      case 'rolled-back':
      case 'tombstone':
        return { end: 'refunded', balance: balanceOf(reply) };
      default:
        return (await mayUndo()) ? undo(order, retryPolicy) : NO_ANSWER;
    }
  }

  async function undo(order: Order, retryPolicy: RetryPolicy): Promise<StakeVerdict> {
    const { bet, rollback } = transactionIds(order);
    const { roundId, gameId, player } = orderFields(order);
    const reply = await retryUntilAnswered(retryPolicy, () =>
      wallet.call('rollback', { transactionId: rollback, betTransactionId: bet, roundId, gameId, player }),
    );
    if (!reply) return NO_ANSWER;
    if (UNDO_CONFIRMED.includes(reply.status)) return { end: 'refunded', balance: balanceOf(reply) };
    if (reply.status === 'BET_SETTLED') return accepted(reply);
    log.error({ roundId: order.id, status: reply.status }, 'wallet refused the rollback of a bet');
    return NO_ANSWER;
  }

  return { stake, confirm, undo };
}

/** Repeats the call until there is a reply. Each of these calls is idempotent. */
async function retryUntilAnswered(retryPolicy: RetryPolicy, call: () => Promise<WalletReply>): Promise<WalletReply> {
  for (let tries = 1; ; tries++) {
    const reply = await call();
    if (reply || !(await retryPolicy(tries))) return reply;
  }
}

/** `opponent`: the round of the player because of whom the stake was refused. */
function refusedBy({ status, message = '' }: SeamlessAnswer): StakeVerdict | undefined {
  if (status === 'LIMIT_REACHED' && message === CEILING_MESSAGE) return { end: 'refused', refusal: 'stake_limit_changed' };
  const [reason = '', subject] = message.split(': ');
  const limit = status === 'LIMIT_REACHED' ? LIMIT_REASONS[reason] : undefined;
  const refusal = limit ?? BET_REFUSALS[status];
  const opponent = limit !== undefined && subject !== undefined ? { opponent: subject } : {};
  return refusal && { end: 'refused', refusal, ...opponent };
}

function orderFields(round: Order) {
  return { roundId: round.id, gameId: round.game_id, player: round.player, currency: round.currency };
}

function transactionIds(round: Order) {
  return { bet: `${round.id}-b`, win: `${round.id}-w`, rollback: `${round.id}-r`, reversal: `${round.id}-v` };
}

function accepted(reply: WalletReply): StakeVerdict {
  return { end: 'accepted', balance: balanceOf(reply) };
}

function balanceOf(reply: WalletReply): bigint | null {
  return reply?.balance === undefined ? null : BigInt(reply.balance);
}
