import type { ColumnType, Generated } from 'kysely';
import type { MissionGoal, MissionPeriod, MissionState, PLACE } from '../../../../shared/api/missions/constants.ts';
import type { GameCategory } from '../../../../shared/constants.ts';
import type { BoardRule } from '../../merchant/index.ts';

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
  mission_draw: {
    member_id: Sum<string>;
    provider: Sum<string>;
    market: Sum<string>;
    day: Sum<string>;
    category: Sum<string>;
    rounds: Sum<number>;
    stake: Sum<string>;
  };
  mission_size: { member_id: Sum<string>; day: Sum<string>; category: Sum<string>; size: Sum<string>; rounds: Sum<number> };
  mission_reward: {
    id: Generated<string>;
    member_id: string;
    mission_id: string;
    window_from: string;
    period: MissionPeriod;
    goal: MissionGoal | typeof PLACE;
    category: GameCategory | null;
    target: Int8;
    least_stake: ColumnType<string, string | undefined, string>;
    amount: Int8;
    points: Int8;
    currency: string;
    state: MissionState;
    claim_until: Date;
    created_at: Date;
    reached_at: Date | null;
    claimed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    transfer_id: ColumnType<string | null, string | null | undefined, string | null>;
    paid_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  mission_board: {
    board_id: string;
    window_from: string;
    window_until: string;
    ends_at: Date;
    rule: ColumnType<BoardRule, string, never>;
    currency: string;
    opened_at: Date;
    closed_at: Date | null;
  };
  mission_score: {
    board_id: Sum<string>;
    window_from: Sum<string>;
    member_id: Sum<string>;
    score: Sum<string>;
    reached_at: Sum<Date>;
    place: number | null;
  };
  mission_unlisted: { member_id: string; since: Date };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends MissionTables {}
}
