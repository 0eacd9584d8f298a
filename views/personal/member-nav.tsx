import type { MemberView } from '../../client/islands/shell/props.ts';
import display from '../../client/ui/display.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import { isTrial, memberHref, REWARD_CENTRE } from '../components/member-entries.ts';
import header from '../layouts/header.module.css';
import RewardCount, { texts as rewardTexts } from './reward-count.tsx';

export const texts = [
  ...rewardTexts,
  'lobby.promotions',
  'header.rewards',
  'header.rewardsOpen',
  'header.vip',
  'header.vipRank',
  'header.vipNone',
];

export interface MemberNavProps {
  readonly member: MemberView | null;
  /** Path of the page. */
  readonly here: string;
  /** Entries that the site offers. */
  readonly offered: { readonly promotions: boolean; readonly rewards: boolean; readonly vip: boolean };
}

/**
 * End of the header's lower row: the number of rewards that wait, if none waits of the open promotions, and the VIP rank, or dashes for
 * visitors.
 */
export default function MemberNav({ t, member, here, offered }: MemberNavProps & { readonly t: Translate }) {
  // Trial accounts have no rewards.
  const hasCentre = offered.rewards && member !== null && !isTrial(member.type);
  return (
    <ul className={header.own}>
      {offered.promotions || hasCentre ? (
        <li className={header.rewards}>
          <a className={display.navLink} href={hasCentre ? memberHref(REWARD_CENTRE) : '/promotions'}>
            <Icon name="gift" small />
            {t('header.rewards')}
            {hasCentre ? <RewardCount t={t} member={member} source="all" /> : null}
            <PromotionCount t={t} member={member} />
          </a>
        </li>
      ) : null}
      {offered.vip ? (
        <li>
          <a
            className={display.navLink}
            href="/vip"
            aria-current={here === '/vip' ? 'page' : undefined}
            aria-label={t('header.vipRank', { rank: member?.vip ?? t('header.vipNone') })}
          >
            <Icon name="crown" small />
            {t('header.vip')}
            <span className={header.rank}>{member?.vip ?? '--'}</span>
          </a>
        </li>
      ) : null}
    </ul>
  );
}

function PromotionCount({ t, member }: Pick<MemberNavProps, 'member'> & { readonly t: Translate }) {
  if (!member) return null;
  const count = member.promotions;
  return (
    <span className={display.badge} data-tone="live" data-promotions="" hidden={count === 0}>
      {String(count)}
      <span className={display.hidden}> {t('header.rewardsOpen', { count })}</span>
    </span>
  );
}
