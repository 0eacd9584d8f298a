import type { MemberView } from '../../client/islands/shell/props.ts';
import display from '../../client/ui/display.module.css';
import overlays from '../../client/ui/overlays.module.css';
import type { Translate } from '../../shared/i18n/translate.ts';
import { countOf, type RewardSource } from '../../shared/reward-sources.ts';

export const texts = ['header.rewardsToClaim'];

export interface RewardCountProps {
  readonly member: MemberView | null;
  /** All: what can be claimed anywhere. */
  readonly source: RewardSource | 'all';
}

/** Badge of a link to rewards. The page's script updates it (`client/islands/inbox/follow-announcements.ts`). */
export default function RewardCount({ t, member, source }: RewardCountProps & { readonly t: Translate }) {
  const count = member === null ? 0 : source === 'all' ? countOf(member.rewards) : member.rewards[source];
  return (
    <span className={overlays.menuCount} data-rewards={count}>
      <span className={display.hidden}>{t('header.rewardsToClaim')}: </span>
    </span>
  );
}
