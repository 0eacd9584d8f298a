import type { ColumnType, Generated } from 'kysely';
import type { BonusSource, BonusState } from '../../../../shared/api/bonus/constants.ts';
import type { GameCategory } from '../../../../shared/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type NullableInt8 = ColumnType<string | null, string | null, string | null>;
type Counted = ColumnType<string, string | undefined, string>;
type Weights = Readonly<Partial<Record<GameCategory, number>>>;

export interface BonusTables {
  bonus: {
    id: Generated<string>;
    member_id: string;
    currency: string;
    source: BonusSource;
    reference: string;
    rule: string | null;
    reason: string;
    amount: Int8;
    held: Int8;
    wagering: number;
    required: Int8;
    weights: ColumnType<Weights, string, string>;
    max_bet: NullableInt8;
    days: number;
    state: BonusState;
    offer_until: Date;
    created_at: Date;
    accepted_at: Date | null;
    expires_at: Date | null;
    ended_at: Date | null;
    wagered: Counted;
    converted: Counted;
    given_up: Counted;
    returned: Counted;
  };
  bonus_clock: { id: number; began_at: Date | null };
  bonus_stake: {
    provider: string;
    transaction_id: string;
    bonus_id: string;
    round_id: string;
    real: Int8;
    held: Int8;
    bonus: Int8;
    paid_real: NullableInt8;
    paid_held: NullableInt8;
    paid_bonus: NullableInt8;
    paid_late: boolean | null;
  };
  bonus_stop: { member_id: string; stopped_by: string; reason: string; stopped_at: Date };
  bonus_round: { provider: string; round_id: string; bonus_id: string; weight: number };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends BonusTables {}
}
