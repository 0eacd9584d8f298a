import type { MemberView } from '../../client/islands/shell/props.ts';
import display from '../../client/ui/display.module.css';
import { Icon } from '../../client/ui/icon.tsx';
import type { Translate } from '../../shared/i18n/translate.ts';
import header from '../layouts/header.module.css';

export const texts = ['header.rewards', 'header.rewardsOpen', 'header.vip', 'header.vipRank', 'header.vipNone'];

export interface MemberNavProps {
  readonly member: MemberView | null;
  /** Path of the page. */
  readonly here: string;
  /** Entries that the site offers. */
  readonly offered: { readonly promotions: boolean; readonly vip: boolean };
}

/** End of the header's lower row: promotions with the number of open ones, and the VIP rank, or dashes for visitors. */
export default function MemberNav({ t, member, here, offered }: MemberNavProps & { readonly t: Translate }) {
  const count = member?.promotions ?? 0;
  return (
    <ul className={header.own}>
      {offered.promotions ? (
        <li>
          <a className={display.navLink} href="/promotions">
            <Icon name="gift" small />
            {t('header.rewards')}
            {member ? (
              <span className={display.badge} data-tone="live" data-promotions="" hidden={count === 0}>
                {count}
                <span className={display.hidden}> {t('header.rewardsOpen', { count })}</span>
              </span>
            ) : null}
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
