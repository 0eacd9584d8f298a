export const CONTRACT_ACTIONS = ['Request', 'Accept', 'Reject', 'Terminate'] as const;
export type ContractAction = (typeof CONTRACT_ACTIONS)[number];
/** `requested`: waits for the agent; `active`: valid, or from the next window on; `ended`: terminated, withdrawn or replaced. */
export const CONTRACT_STATES = ['requested', 'active', 'rejected', 'ended'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];
/** Conditions with rates that a contract may have. */
export const MAX_TIERS = 10;
