import type { Protection } from './contracts.ts';

/** Protection of a member without limits, for tests of other features. */
export const unprotected: Protection = {
  refuseStake: async () => undefined,
  roundPace: async () => 0,
  refuseDeposit: async () => undefined,
  refusePlay: async () => undefined,
  refuseTrial: async () => false,
  screen: async () => undefined,
  notePlay: async () => undefined,
  tellRefused: () => undefined,
  resting: async () => undefined,
  mayBeOffered: async () => true,
  setOperatorLimit: async () => undefined,
};
