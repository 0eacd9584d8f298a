import type { MemberView } from '../../client/islands/shell/props.ts';
import display from '../../client/ui/display.module.css';
import type { Translate } from '../../shared/i18n/translate.ts';
import { countOf, type RewardSource } from '../../shared/reward-sources.ts';

export const texts = ['header.rewardsToClaim'];

export interface RewardCountProps {
  readonly member: MemberView | null;
  /** All: what waits anywhere. */
  readonly source: RewardSource | 'all';
}

/**
 * Badge of a link to rewards, which follows the live events (`badges.ts`). Like all parts of one visitor it has no sheet of its own: pages do
 * not load those.
 */
export default function RewardCount({ t, member, source }: RewardCountProps & { readonly t: Translate }) {
  const count = member === null ? 0 : source === 'all' ? countOf(member.rewards) : member.rewards[source];
  return (
    <span className={display.badge} data-tone="live" data-rewards={source} hidden={count === 0}>
      {String(count)}
      <span className={display.hidden}> {t('header.rewardsToClaim')}</span>
    </span>
  );
}
