export const REWARD_CODES = ['reward_not_found', 'reward_nothing'] as const;
