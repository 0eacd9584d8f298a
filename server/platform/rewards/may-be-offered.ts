import type { Executor } from '../base/db/index.ts';
import type { Protection } from '../protection/responsible-gaming/index.ts';

export type OfferRules = Pick<Protection, 'refusePlay' | 'roomAtVendor' | 'mayBeAdvertised'>;

/** False during a break or an exclusion, and at a limit of time, stakes or losses: such a member is offered no reason to play. */
export async function mayBeOffered({ refusePlay, roomAtVendor, mayBeAdvertised }: OfferRules, executor: Executor, memberId: string) {
  if (!(await mayBeAdvertised(executor, memberId)) || (await refusePlay(executor, memberId))) return false;
  const room = await roomAtVendor(executor, memberId);
  return room === null || room > 0n;
}
