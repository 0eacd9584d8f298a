import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Executor, JoinedRead, Tx } from '../../base/db/index.ts';
import type { Snapshot } from './snapshot.ts';

/** A refusal by a protection rule: code, rule, its value, its end, and the page to go to. */
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
  /**
   * The refusing rule ("deposit-day", "loss-week", "stake-month", "stake-once", "session-day", "time-out", "exclusion", "review",
   * "reality-check", "round-pace").
   */
  readonly rule: string;
  /** The rule's value for display ("$100.00", "60" minutes); absent for breaks. */
  readonly value?: string;
  /** Time from which the same request is allowed again; null: only the member, the operator or the law can change it. */
  readonly until: Date | null;
  /** Time zone of the merchant for displaying `until`; UTC if absent. */
  readonly timeZone?: string;
}

/** Stakes are also refused if the round starts too soon after the previous one. */
export interface StakeRefusal extends Omit<ProtectionRefusal, 'code'> {
  readonly code: ProtectionRefusal['code'] | 'round_too_soon';
}

export interface StakeOptions {
  /** A further stake in an open round: time limits and reality checks wait, so that the round can be completed. */
  readonly continues?: boolean;
  /** First stake of a round with a minimum round duration (slots: UKGC RTS 14). */
  readonly paced?: boolean;
  /** Amount already staked in the round, for ceilings that apply to a whole round (slots). */
  readonly staked?: Units;
  /** Read before by `stakeRead`; absent: read now. */
  readonly facts?: StakeFacts;
}

/** What decides about the stakes of a member at a time. */
export interface StakeFacts {
  readonly snapshot: Snapshot;
  readonly now: Date;
}

/**
 * Limits, breaks and reality checks. Call them in the transaction that moves the money, after locking the member's wallet: then no
 * concurrent movement of the member can pass. Each posting updates the used amounts. `protectionRefusal` turns
 * the result into a refusal.
 */
export interface Protection {
  /** Checks a stake. Wins, refunds and the end of a round are never checked. */
  refuseStake(executor: Executor, memberId: string, units: Units, options?: StakeOptions): Promise<StakeRefusal | undefined>;
  /** What `refuseStake` reads. */
  readonly stakeRead: JoinedRead<Snapshot>;
  /** Minimum milliseconds between the starts of two paced rounds; 0: none. */
  roundPaceMs(executor: Executor, memberId: string): Promise<number>;
  /** Highest stake of one bet by the member's policy and age, for slots of all bets of a round together; null: none. */
  highestStake(executor: Executor, memberId: string): Promise<Units | null>;
  /** Checks a deposit, when it is opened and again when it is credited. */
  refuseDeposit(executor: Executor, memberId: string, units: Units): Promise<ProtectionRefusal | undefined>;
  /**
   * Checks money at a vendor whose stakes cannot be refused: all of it may be staked. `units`: what is there, on its way and to be added.
   * The ceiling of one bet and reality checks do not apply.
   */
  refuseAtVendor(executor: Executor, memberId: string, units: Units): Promise<ProtectionRefusal | undefined>;
  /** The most that may be at such a vendor; null: no limit. */
  roomAtVendor(executor: Executor, memberId: string): Promise<Units | null>;
  /** Checks the opening of a game. */
  refusePlay(executor: Executor, memberId: string): Promise<ProtectionRefusal | undefined>;
  /** Checks free play in a browser of a member who takes a break or is excluded. */
  refuseTrial(executor: Executor, memberId: string): Promise<boolean>;
  /** Compares an account without deposits with the excluded accounts. After a match `refuseDeposit` refuses its deposits. */
  screen(memberId: string, tx?: Tx): Promise<void>;
  /** Starts the session timer when a game is opened. */
  notePlay(executor: Executor, memberId: string): Promise<void>;
  /** Notifies the member's browsers of a refused stake, so that they show the reason. */
  publishRefusal(memberId: string, refusal: Pick<StakeRefusal, 'rule'>, afterCommit: AfterCommit): void;
  /** The break or exclusion in force. */
  resting(executor: Executor, memberId: string): Promise<ProtectionRefusal | undefined>;
  /** Whether promotions may be shown: not during a break or exclusion. */
  mayBeAdvertised(executor: Executor, memberId: string): Promise<boolean>;
  /** Sets the operator's limit at once; null removes it. The stricter of the operator's and the member's limit applies. */
  setOperatorLimit(tx: Tx, memberId: string, limit: OperatorLimit, afterCommit: AfterCommit): Promise<void>;
}

export interface OperatorLimit {
  readonly kind: 'deposit' | 'loss' | 'stake' | 'session';
  readonly period: 'day' | 'week' | 'month';
  /** Units, or minutes of a session limit. */
  readonly value: bigint | null;
}
