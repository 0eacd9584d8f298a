import type { ColumnType, Generated } from 'kysely';
import type { MissionGoal, MissionPeriod, MissionState } from '../../../../shared/api/missions/constants.ts';
import type { GameCategory } from '../../../../shared/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
/** Written by one statement for many members only. */
type Sum<T> = ColumnType<T, never, never>;

export interface MissionTables {
  mission_clock: { id: number; began_at: Date | null; rules: string | null };
  mission_since: { mission_id: string; since: string };
  mission_day: { day: Sum<string>; after_fact: Sum<string> };
  mission_play: {
    member_id: Sum<string>;
    day: Sum<string>;
    game_id: Sum<string>;
    category: Sum<string>;
    rounds: Sum<number>;
    stake: Sum<string>;
  };
  mission_reward: {
    id: Generated<string>;
    member_id: string;
    mission_id: string;
    window_from: string;
    period: MissionPeriod;
    goal: MissionGoal;
    category: GameCategory | null;
    target: Int8;
    amount: Int8;
    points: Int8;
    currency: string;
    state: MissionState;
    claim_until: Date;
    created_at: Date;
    claimed_at: Date | null;
    transfer_id: string | null;
    paid_at: Date | null;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends MissionTables {}
}
