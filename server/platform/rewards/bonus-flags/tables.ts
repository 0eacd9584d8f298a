import type { ColumnType, Generated } from 'kysely';
import type { TraitKind } from '../../protection/links/index.ts';

/** `linked`: opposite bets of the member and a linked one. `low_risk`: bets of one round that can hardly win or lose. */
export type BonusFlagRule = 'opposite' | 'linked' | 'low_risk' | 'fast' | 'max_stake' | 'many';
export const BONUS_FLAG_STATES = ['open', 'dismissed', 'stopped'] as const;
export type BonusFlagState = (typeof BONUS_FLAG_STATES)[number];

/** One row of the evidence. Units as text. */
export interface FlagExample {
  readonly at: string;
  /** Round or market with its game; the bonus, if bonuses are counted. */
  readonly what: string;
  /** Rounds, of several members too. */
  readonly count: number;
  readonly stake: string;
  /** Null: not counted. */
  readonly payout: string | null;
  /** The linked member. */
  readonly other: string | null;
}

export interface FlagEvidence {
  /** What was examined, and how much of it matched the rule. */
  readonly examined: number;
  readonly matched: number;
  readonly stake: string;
  readonly payout: string | null;
  readonly from: string;
  readonly until: string;
  /** Shared traits of linked members. */
  readonly links: readonly { readonly memberId: string; readonly kinds: readonly TraitKind[] }[];
  /** The latest ones. */
  readonly examples: readonly FlagExample[];
}

export interface BonusFlagTables {
  bonus_flag: {
    id: Generated<string>;
    member_id: string;
    bonus_id: string;
    rule: BonusFlagRule;
    evidence: ColumnType<FlagEvidence, string, never>;
    state: BonusFlagState;
    created_at: Date;
    decided_by: ColumnType<string | null, never, string>;
    decision: ColumnType<string | null, never, string>;
    decided_at: ColumnType<Date | null, never, Date>;
  };
  bonus_flag_clock: { id: number };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends BonusFlagTables {}
}
