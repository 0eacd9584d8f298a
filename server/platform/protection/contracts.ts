import type { Units } from '../../../shared/money/money.ts';
import type { Executor, Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';

/** What stands in the way, in the words of the refusal: code, rule, its value, until when, and where to go next. */
export interface ProtectionRefusal {
  readonly code:
    | 'limit_reached'
    | 'limit_exceeded'
    | 'session_limit_reached'
    | 'time_out'
    | 'self_excluded'
    | 'self_excluded_open'
    | 'account_held'
    | 'reality_check_due';
  /** The rule that refuses ("deposit-day", "loss-week", "stake-month", "stake-once", "session-day", "time-out", "exclusion", "review", "reality-check", "round-pace"). */
  readonly rule: string;
  /** The rule's value on screen ("100.00", "60" minutes); absent for breaks. */
  readonly value?: string;
  /** When the same would be let pass again; null: only the member, the operator or the law can change it. */
  readonly until: Date | null;
  /** Of the merchant: `until` is told in it. UTC where it is absent. */
  readonly timeZone?: string;
}

/** A stake is also refused when its round begins too soon after the last one. */
export interface StakeRefusal extends Omit<ProtectionRefusal, 'code'> {
  readonly code: ProtectionRefusal['code'] | 'round_too_soon';
}

export interface StakeOptions {
  /** A further stake of a round that is open: the member must be able to finish the hand, so time and checks wait. */
  readonly continues?: boolean;
  /** The first stake of a round of a kind whose rounds may not follow each other at any speed (slots: UKGC RTS 14). */
  readonly paced?: boolean;
  /** What the round has been staked with so far, where the ceiling is one of the round: a slot's, in however many bets. */
  readonly staked?: Units;
}

/**
 * Limits, breaks and reality checks, asked where money moves. Each question belongs inside the transaction that moves it,
 * after the member's wallet is locked: then no other movement of the member can slip in between. What is used of a limit
 * counts itself with every posting (migration 041). Turn a refusal into an answer with `protectionRefusal`.
 */
export interface Protection {
  /** A stake. Wins, refunds and the end of rounds never ask. */
  refuseStake(executor: Executor, memberId: string, units: Units, options?: StakeOptions): Promise<StakeRefusal | undefined>;
  /** Milliseconds from the start of a paced round to the start of the next one; 0: any. */
  roundPace(executor: Executor, memberId: string): Promise<number>;
  /** A deposit, when it is opened and again when it is credited. */
  refuseDeposit(executor: Executor, memberId: string, units: Units): Promise<ProtectionRefusal | undefined>;
  /** Opening a game. */
  refusePlay(executor: Executor, memberId: string): Promise<ProtectionRefusal | undefined>;
  /** A trial account in a browser whose member takes a break or is excluded. */
  refuseTrial(executor: Executor, memberId: string): Promise<boolean>;
  /** Compares an account that has never had a deposit with the excluded ones; `refuseDeposit` refuses it from then on. */
  screen(memberId: string, tx?: Tx): Promise<void>;
  /** A game was opened: the time played begins to count. */
  notePlay(executor: Executor, memberId: string): Promise<void>;
  /** Tells the member's browsers that a stake was refused, so that they say why. */
  tellRefused(memberId: string, refusal: Pick<StakeRefusal, 'rule'>, afterCommit: AfterCommit): void;
  /** The break or exclusion that runs. */
  resting(executor: Executor, memberId: string): Promise<ProtectionRefusal | undefined>;
  /** Whether the member may be shown offers: not while resting or excluded. */
  mayBeOffered(executor: Executor, memberId: string): Promise<boolean>;
  /** The operator's limit beside the member's own, null for none; the stricter of the two applies. At once. */
  setOperatorLimit(tx: Tx, memberId: string, limit: OperatorLimit, afterCommit: AfterCommit): Promise<void>;
}

export interface OperatorLimit {
  readonly kind: 'deposit' | 'loss' | 'stake' | 'session';
  readonly period: 'day' | 'week' | 'month';
  /** Units, or minutes of a session limit. */
  readonly value: bigint | null;
}
