import type { MemberView } from '../../client/islands/shell/props.ts';
import display from '../../client/ui/display.module.css';
import type { Translate } from '../../shared/i18n/translate.ts';
import { countOf, type RewardSource } from '../../shared/reward-sources.ts';

export const texts = ['header.rewardsToClaim'];

export interface RewardCountProps {
  readonly member: MemberView | null;
  /** All: what can be claimed anywhere. */
  readonly source: RewardSource | 'all';
}

/** Badge of a link to rewards. Like all parts of one visitor it has no sheet of its own: pages do not load those. */
export default function RewardCount({ t, member, source }: RewardCountProps & { readonly t: Translate }) {
  const count = member === null ? 0 : source === 'all' ? countOf(member.rewards) : member.rewards[source];
  return (
    <span className={display.badge} data-tone="live" hidden={count === 0}>
      {count}
      <span className={display.hidden}> {t('header.rewardsToClaim')}</span>
    </span>
  );
}
