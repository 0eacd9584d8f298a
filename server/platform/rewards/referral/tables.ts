import type { ColumnType, Generated } from 'kysely';
import type { ReferralCause, ReferralSide, ReferralStage, ReferralState } from '../../../../shared/api/referral/constants.ts';
import type { Link } from '../../protection/links/index.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
/** Written by one statement for many members only. */
type Sum<T> = ColumnType<T, never, never>;

export interface ReferralTables {
  referral_clock: { id: number };
  referral_code: { member_id: string; code: string; created_at: Date };
  referral: {
    friend_id: string;
    referrer_id: string;
    code: string;
    registered_at: Date;
    deposits: Sum<string>;
    rounds: Sum<string>;
    deposited_at: Sum<Date | null>;
    played_at: Sum<Date | null>;
  };
  referral_goal: {
    friend_id: string;
    stage: ReferralStage;
    need_deposits: Int8;
    need_stake: Int8;
    ends_at: Date;
    referrer_amount: Int8;
    friend_amount: Int8;
    currency: string;
    deposits: Sum<string>;
    stake: Sum<string>;
    reached_at: ColumnType<Date | null, never, Date | null>;
  };
  referral_reward: {
    id: Generated<string>;
    friend_id: string;
    stage: ReferralStage;
    side: ReferralSide;
    member_id: string;
    amount: Int8;
    currency: string;
    state: ReferralState;
    cause: ReferralCause | null;
    links: ColumnType<readonly Link[], string, string>;
    checked_at: Date;
    claim_until: Date;
    created_at: Date;
    decided_by: string | null;
    decision: string | null;
    decided_at: Date | null;
    claimed_at: Date | null;
    transfer_id: string | null;
    paid_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends ReferralTables {}
}
