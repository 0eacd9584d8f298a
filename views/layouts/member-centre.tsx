import type { ReactNode } from 'react';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { classNames } from '../../client/lib/ui/class-names.ts';
import { Icon } from '../../client/lib/ui/icon.tsx';
import display from '../../client/styles/display.module.css';
import { Personal } from '../components/island.tsx';
import { MEMBER_ENTRIES, type MemberEntryPage, memberHref, offered, PLAYER_RANK } from '../components/member-entries.ts';
import { PageTitle } from '../components/section.tsx';
import side from '../components/side-link.module.css';
import styles from './member-centre.module.css';
import type { PageContext } from './page-context.ts';
import { Shell } from './shell.tsx';

/** Pages that `securityCenter` leads to. */
const SECURITY_PAGES = ['profile', 'paymentPassword', 'payoutAccounts', 'secondFactor', 'sessions', 'contact'] as const;
/** Limits, breaks and reality checks: safer play has a page of its own beside the menu of the specification. */
const PROTECTION_PAGE = 'protection';
export type MemberPageName = MemberEntryPage | (typeof SECURITY_PAGES)[number] | typeof PROTECTION_PAGE;
/** All pages of the member centre: those of its menu, in its order, and those beside it. */
export const MEMBER_PAGES: readonly MemberPageName[] = [
  ...MEMBER_ENTRIES.map(({ page }) => page),
  PLAYER_RANK,
  PROTECTION_PAGE,
  ...SECURITY_PAGES,
];

/** Locale keys of a page: its name in the menu, and the line below its title. */
interface MemberTexts {
  readonly title: string;
  readonly text: string;
}

const OTHER_TEXTS: Readonly<Partial<Record<MemberPageName, MemberTexts>>> = {
  profile: { title: 'profile.title', text: 'profile.text' },
  paymentPassword: { title: 'profile.paymentPasswordTitle', text: 'profile.paymentPasswordText' },
  payoutAccounts: { title: 'profile.payoutTitle', text: 'profile.payoutText' },
  protection: { title: 'protection.title', text: 'protection.text' },
  secondFactor: { title: 'security.factorTitle', text: 'security.factorText' },
  sessions: { title: 'security.sessionsTitle', text: 'security.sessionsText' },
  contact: { title: 'security.contactPage', text: 'security.contactPageText' },
};

export function memberTexts(page: MemberPageName): MemberTexts {
  return OTHER_TEXTS[page] ?? { title: `lobby.member_${page}`, text: `lobby.member_${page}_text` };
}

export interface MemberCentreProps {
  readonly context: PageContext;
  readonly page: MemberPageName;
  readonly children: ReactNode;
}

/** Frame of the member centre: its title with the way out, its menu, and the page. Each page has an address of its own. */
export function MemberCentre({ context, page: shown, children }: MemberCentreProps) {
  const { t, features } = context;
  const { title, text } = memberTexts(shown);
  return (
    <Shell context={context}>
      <PageTitle
        title={t(title)}
        text={t(text)}
        close={
          <ButtonLink variant="ghost" iconOnly icon="x" href="/index">
            {t('header.closeCentre')}
          </ButtonLink>
        }
      />
      <div className={styles.centre}>
        <nav className={classNames(display.fromCurrent, styles.menu)} aria-label={t('lobby.memberCentre')}>
          {offered(MEMBER_ENTRIES, features).map(({ page, icon }) => (
            <a key={page} className={side.link} href={memberHref(page)} aria-current={currentOf(page, shown)}>
              <Icon name={icon} />
              {t(memberTexts(page).title)}
              {page === 'missionLeaderboard' ? <Personal name="mission-badge" props={({ member }) => ({ member })} /> : null}
            </a>
          ))}
          <a className={side.link} href={`/member/${PROTECTION_PAGE}`} aria-current={shown === PROTECTION_PAGE ? 'page' : undefined}>
            <Icon name="shield" />
            {t(memberTexts(PROTECTION_PAGE).title)}
          </a>
        </nav>
        <div className={styles.content}>{children}</div>
      </div>
    </Shell>
  );
}

/** The pages behind the security centre are marked as being part of it. */
function currentOf(page: MemberPageName, shown: MemberPageName): 'page' | 'true' | undefined {
  if (page === shown) return 'page';
  return page === 'securityCenter' && SECURITY_PAGES.some((name) => name === shown) ? 'true' : undefined;
}
