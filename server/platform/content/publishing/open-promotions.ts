import { TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Clock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import { openPromotions } from './reads.ts';

/** Promotions with rewards, of a higher layer. */
export interface RewardedPromotions {
  /** Ids of those that the member can join or claim now. */
  openTo(executor: Executor, memberId: string): Promise<readonly string[]>;
  /** Whether one of them opened or closed after `from` and until `until`. */
  changedBetween(executor: Executor, from: Date, until: Date): Promise<boolean>;
}

export interface OpenDeps {
  readonly clock: Clock;
  readonly merchant: string;
  /** Decides who may see promotions. */
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
  readonly rewarded: () => RewardedPromotions;
}

/** Ids of all promotions that are open to a member: none during a break or exclusion (GLI-19 A.3.8). */
export async function openTo(
  { clock, merchant, protection, rewarded }: OpenDeps,
  executor: Executor,
  { id, type }: { readonly id: string; readonly type: number },
): Promise<readonly string[]> {
  if (!(await protection.mayBeAdvertised(executor, id))) return [];
  const isTrial = type === TRIAL_TYPE;
  const texts = await openPromotions(executor, merchant, isTrial, clock.now());
  return isTrial ? texts : [...(await rewarded().openTo(executor, id)), ...texts];
}

export async function countOpen(deps: OpenDeps, executor: Executor, memberId: string): Promise<number> {
  const member = await executor.selectFrom('member').select(['id', 'type']).where('id', '=', memberId).executeTakeFirst();
  return member ? (await openTo(deps, executor, member)).length : 0;
}
