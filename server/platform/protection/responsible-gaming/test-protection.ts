import { sql } from 'kysely';
import type { Protection } from './contracts.ts';

/** Protection of a member without limits, for tests of other features. */
export const unprotected: Protection = {
  refuseStake: async () => undefined,
  stakeRead: { source: () => sql`(select null as nothing)`, columns: ['nothing'], parse: () => undefined as never },
  roundPaceMs: async () => 0,
  highestStake: async () => null,
  refuseDeposit: async () => undefined,
  refuseAtVendor: async () => undefined,
  roomAtVendor: async () => null,
  refusePlay: async () => undefined,
  refuseTrial: async () => false,
  screen: async () => undefined,
  notePlay: async () => undefined,
  publishRefusal: () => undefined,
  resting: async () => undefined,
  mayBeAdvertised: async () => true,
  setOperatorLimit: async () => undefined,
};

/** Screening holds every member that it compares; a member who is held makes no deposits. */
export function heldByScreening(): Protection {
  const held = new Set<string>();
  return {
    ...unprotected,
    screen: async (memberId) => void held.add(memberId),
    refuseDeposit: async (_executor, memberId) => (held.has(memberId) ? { code: 'account_held', rule: 'review', until: null } : undefined),
  };
}
