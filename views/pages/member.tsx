import '../../client/styles/index.css';
import type { ReactNode } from 'react';
import type {
  BettingRecordProps,
  DepositProps,
  FormView,
  SecurityContactProps,
  SecurityPasskeysProps,
  SecuritySessionsProps,
  SecurityTotpProps,
} from '../../client/lib/island-props.ts';
import { ButtonLink } from '../../client/lib/ui/button.tsx';
import { EmptyState } from '../../client/lib/ui/empty-state.tsx';
import { Icon } from '../../client/lib/ui/icon.tsx';
import { Money } from '../../client/lib/ui/money.tsx';
import display from '../../client/styles/display.module.css';
import type { MemberInfo } from '../../shared/api/account-calls.ts';
import type { Balance } from '../../shared/api/wallet-calls.ts';
import { TRIAL_TYPE } from '../../shared/constants.ts';
import { Island } from '../components/island.tsx';
import { PageTitle } from '../components/section.tsx';
import { MEMBER_LINKS, type PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './member.module.css';
import security from './member-security.module.css';
import { SecurityOverview, type SecurityView } from './member-security.tsx';

/** Pages of the member centre that exist: those of its menu, in its order, and those that `securityCenter` leads to. */
export const MEMBER_PAGES = ['securityCenter', 'depositv2', 'personalHistoryCopy', 'secondFactor', 'sessions', 'contact'] as const;
export type MemberPageName = (typeof MEMBER_PAGES)[number];

/** Locale keys of a page: its name in the menu, and the line below its title. */
export const MEMBER_TEXTS: Readonly<Record<MemberPageName, { readonly title: string; readonly text: string }>> = {
  securityCenter: { title: 'lobby.member_securityCenter', text: 'lobby.member_securityCenter_text' },
  depositv2: { title: 'lobby.member_depositv2', text: 'lobby.member_depositv2_text' },
  personalHistoryCopy: { title: 'lobby.member_personalHistoryCopy', text: 'lobby.member_personalHistoryCopy_text' },
  secondFactor: { title: 'security.factorTitle', text: 'security.factorText' },
  sessions: { title: 'security.sessionsTitle', text: 'security.sessionsText' },
  contact: { title: 'security.contactPage', text: 'security.contactPageText' },
};

const MENU: readonly { readonly page: MemberPageName; readonly icon: string }[] = [
  { page: 'securityCenter', icon: 'shield-check' },
  { page: 'depositv2', icon: 'wallet' },
  { page: 'personalHistoryCopy', icon: 'history' },
];

export type MemberContent =
  | {
      readonly page: 'securityCenter';
      readonly member: MemberInfo;
      readonly balance: Balance | null;
      readonly lastLoginText: string | null;
      /** Null for trial accounts, and when it could not be loaded. */
      readonly security: SecurityView | null;
    }
  | { readonly page: 'secondFactor'; readonly totp: SecurityTotpProps; readonly passkeys: SecurityPasskeysProps }
  | { readonly page: 'sessions'; readonly sessions: SecuritySessionsProps; readonly lastLogin: LastLogin | null }
  | { readonly page: 'contact'; readonly contact: SecurityContactProps }
  | { readonly page: 'depositv2'; readonly deposit: Omit<DepositProps, 'balance' | 'links' | 'form'>; readonly form: FormView | null }
  | { readonly page: 'personalHistoryCopy'; readonly record: BettingRecordProps }
  /** Why there is nothing to show: a refusal of the platform, in the visitor's language. */
  | { readonly page: MemberPageName; readonly refusal: { readonly code: string; readonly message: string } }
  | { readonly page: MemberPageName; readonly signedOut: { readonly loginHref: string } };

interface LastLogin {
  readonly time: string;
  readonly place: string | null;
}

export interface MemberPageProps {
  readonly context: PageContext;
  readonly content: MemberContent;
}

/** The member centre as a page of its own address, so that a reload comes back to it. */
export function MemberPage({ context, content }: MemberPageProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t(MEMBER_TEXTS[content.page].title)} text={t(MEMBER_TEXTS[content.page].text)} />
      <div className={styles.centre}>
        <nav className={styles.menu} aria-label={t('lobby.memberCentre')}>
          {MENU.map(({ page, icon }) => (
            <a key={page} className={styles.link} href={`/member/${page}`} aria-current={currentOf(page, content.page)}>
              <Icon name={icon} />
              {t(MEMBER_TEXTS[page].title)}
            </a>
          ))}
        </nav>
        <div className={styles.content}>
          <Content context={context} content={content} />
        </div>
      </div>
    </Shell>
  );
}

/** The pages behind the security centre are marked as being part of it. */
function currentOf(page: MemberPageName, shown: MemberPageName): 'page' | 'true' | undefined {
  if (page === shown) return 'page';
  return page === 'securityCenter' && !MENU.some((entry) => entry.page === shown) ? 'true' : undefined;
}

function Content({ context, content }: MemberPageProps) {
  const { t } = context;
  if ('signedOut' in content) return <SignedOut t={t} loginHref={content.signedOut.loginHref} />;
  if ('refusal' in content) return <Refusal t={t} {...content.refusal} />;
  if ('deposit' in content) {
    const { deposit, form } = content;
    return <Island name="deposit" wake="load" props={({ balance }) => ({ ...deposit, form, balance, links: MEMBER_LINKS })} />;
  }
  if ('record' in content) return <Island name="betting-record" wake="idle" props={content.record} />;
  if ('totp' in content)
    return (
      <>
        <Back t={t} />
        <Island name="security-totp" wake="load" props={content.totp} />
        <Island name="security-passkeys" wake="load" props={content.passkeys} />
      </>
    );
  if ('sessions' in content)
    return (
      <>
        <Back t={t} />
        <LastLoginCard t={t} lastLogin={content.lastLogin} />
        <Island name="security-sessions" wake="load" props={content.sessions} />
      </>
    );
  if ('contact' in content)
    return (
      <>
        <Back t={t} />
        <Island name="security-contact" wake="load" props={content.contact} />
      </>
    );
  return <Security context={context} {...content} />;
}

function SignedOut({ t, loginHref }: { readonly t: PageContext['t']; readonly loginHref: string }) {
  return (
    <div className={display.card}>
      <EmptyState icon="lock" title={t('lobby.notLoggedIn')} text={t('lobby.memberNeedsLogin')}>
        <ButtonLink variant="primary" href={loginHref} data-modal="login">
          {t('lobby.login')}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

function Refusal({ t, code, message }: { readonly t: PageContext['t']; readonly code: string; readonly message: string }) {
  const trial = code === 'in_need_true_account';
  return (
    <div className={display.card}>
      <EmptyState
        icon={trial ? 'user-plus' : 'triangle-alert'}
        title={message}
        text={trial ? t('lobby.trialText') : t('lobby.tryAgainText')}
      >
        <ButtonLink variant="primary" href={trial ? '/register' : ''} {...(trial ? { 'data-modal': 'register' } : {})}>
          {trial ? t('lobby.register') : t('lobby.tryAgain')}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

function Back({ t }: { readonly t: PageContext['t'] }) {
  return (
    <a className={security.back} href="/member/securityCenter">
      <Icon name="arrow-left" directional />
      {t('security.back')}
    </a>
  );
}

function LastLoginCard({ t, lastLogin }: { readonly t: PageContext['t']; readonly lastLogin: LastLogin | null }) {
  const text =
    lastLogin === null
      ? t('security.lastLoginNone')
      : lastLogin.place === null
        ? lastLogin.time
        : t('security.lastLoginFrom', { time: lastLogin.time, place: lastLogin.place });
  return (
    <section className={`${display.card} ${security.last}`} aria-labelledby="last-login">
      <span className={security.icon}>
        <Icon name="clock" />
      </span>
      <div>
        <h2 className={styles.label} id="last-login">
          {t('security.lastLogin')}
        </h2>
        <p>{text}</p>
      </div>
    </section>
  );
}

interface SecurityProps {
  readonly context: PageContext;
  readonly member: MemberInfo;
  readonly balance: Balance | null;
  readonly lastLoginText: string | null;
  readonly security: SecurityView | null;
}

function Security({ context: { t }, member, balance, lastLoginText, security: view }: SecurityProps) {
  const trial = member.type === TRIAL_TYPE;
  const facts: [string, ReactNode][] = [
    [t('lobby.memberAccount'), <bdi key="account">{member.account}</bdi>],
    [t('lobby.memberType'), trial ? t('lobby.memberTypeTrial') : t('lobby.memberTypeReal')],
    [t('lobby.memberLevel'), member.memberLabel[0]?.labelName ?? t('lobby.none')],
    [t('lobby.memberCurrency'), member.currency],
    [t('lobby.memberLastLogin'), lastLoginText ?? t('lobby.none')],
  ];
  return (
    <>
      <section className={`${display.card} ${styles.balance}`} aria-labelledby="balance-title">
        <div>
          <h2 className={styles.label} id="balance-title">
            {t('lobby.balance')}
          </h2>
          <p className={styles.amount} data-private="">
            {balance ? <Money amount={balance.sumBalance} symbol={balance.currencySymbol} /> : t('lobby.unknown')}
          </p>
        </div>
        {trial ? null : (
          <ButtonLink variant="primary" icon="plus" href={MEMBER_LINKS.deposit}>
            {t('lobby.deposit')}
          </ButtonLink>
        )}
      </section>
      {view ? <SecurityOverview t={t} view={view} /> : null}
      <section className={display.card} aria-labelledby="profile-title">
        <h2 className={styles.subtitle} id="profile-title">
          {t('lobby.profile')}
        </h2>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}
