import type { ReactNode } from 'react';
import { ButtonLink } from '../../client/ui/button.tsx';
import { type MemberPageName, memberTexts } from '../components/member-entries.ts';
import { PageTitle } from '../components/section.tsx';
import { AccountMenu, AccountRail } from './account-nav.tsx';
import styles from './member-centre.module.css';
import type { PageContext } from './page-context.ts';
import { Shell } from './shell.tsx';

/** Pages with tables and lists; all others have narrow forms. */
const WIDE: readonly MemberPageName[] = [
  'personalHistoryCopy',
  'transactionHistory',
  'personalProfit',
  'rewardCenter',
  'manualRebate',
  'playerRank',
  'missionLeaderboard',
  'referral',
  'pointHistory',
  'bonusDetails',
  'messageV2',
  'protection',
];

export interface MemberCentreProps {
  readonly context: PageContext;
  readonly page: MemberPageName;
  /** False: the page shows its introduction itself. */
  readonly lead?: boolean;
  readonly children: ReactNode;
}

/** Frame of the member centre: its navigation instead of the site's, its title with a close link, and the page. */
export function MemberCentre({ context, page: currentPage, lead = true, children }: MemberCentreProps) {
  const { t } = context;
  const { title, text } = memberTexts(currentPage);
  return (
    <Shell context={context} rail={<AccountRail context={context} currentPage={currentPage} />}>
      <div className={styles.centre} data-centre data-wide={WIDE.includes(currentPage) || undefined}>
        <AccountMenu context={context} currentPage={currentPage} />
        <PageTitle
          title={t(title)}
          text={lead ? t(text) : ''}
          close={
            <ButtonLink variant="ghost" iconOnly icon="x" href="/index" data-centre-close="" title={t('header.closeCentre')}>
              {t('header.closeCentre')}
            </ButtonLink>
          }
        />
        <div className={styles.content}>{children}</div>
      </div>
    </Shell>
  );
}
