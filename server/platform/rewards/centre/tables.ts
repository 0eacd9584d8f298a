import type { RewardSource } from '../../../../shared/reward-sources.ts';

export interface RewardTables {
  reward_seen: { source: RewardSource; reward_id: string; member_id: string; seen_at: Date };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends RewardTables {}
}
