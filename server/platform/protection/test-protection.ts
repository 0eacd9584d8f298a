import type { Protection } from './contracts.ts';

/** Protection of a member without limits, for tests of other features. */
export const unprotected: Protection = {
  refuseStake: async () => undefined,
  roundPaceMs: async () => 0,
  refuseDeposit: async () => undefined,
  refusePlay: async () => undefined,
  refuseTrial: async () => false,
  screen: async () => undefined,
  notePlay: async () => undefined,
  publishRefusal: () => undefined,
  resting: async () => undefined,
  mayBeAdvertised: async () => true,
  setOperatorLimit: async () => undefined,
};
