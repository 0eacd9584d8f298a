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
import { MEMBER_ENTRIES, type MemberEntryPage, memberHref, offered, PLAYER_RANK } from '../components/member-entries.ts';
import { PageTitle } from '../components/section.tsx';
import { MEMBER_LINKS, type PageContext } from '../layouts/page-context.ts';
import { Shell } from '../layouts/shell.tsx';
import styles from './member.module.css';
import security from './member-security.module.css';
import { SecurityOverview, type SecurityView } from './member-security.tsx';

/** Pages that `securityCenter` leads to. */
const SECURITY_PAGES = ['secondFactor', 'sessions', 'contact'] as const;
export type MemberPageName = MemberEntryPage | (typeof SECURITY_PAGES)[number];
/** All pages of the member centre: those of its menu, in its order, and those beside it. */
export const MEMBER_PAGES: readonly MemberPageName[] = [...MEMBER_ENTRIES.map(({ page }) => page), PLAYER_RANK, ...SECURITY_PAGES];

/** Locale keys of a page: its name in the menu, and the line below its title. */
interface MemberTexts {
  readonly title: string;
  readonly text: string;
}

const SECURITY_TEXTS: Readonly<Record<string, MemberTexts>> = {
  secondFactor: { title: 'security.factorTitle', text: 'security.factorText' },
  sessions: { title: 'security.sessionsTitle', text: 'security.sessionsText' },
  contact: { title: 'security.contactPage', text: 'security.contactPageText' },
};

export function memberTexts(page: MemberPageName): MemberTexts {
  return SECURITY_TEXTS[page] ?? { title: `lobby.member_${page}`, text: `lobby.member_${page}_text` };
}

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
  | { readonly page: MemberPageName; readonly signedOut: { readonly loginHref: string } }
  /** Nothing is there yet, or the merchant does not offer it. */
  | { readonly page: MemberPageName; readonly missing: 'later' | 'off' };

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
  const { t, features } = context;
  const { title, text } = memberTexts(content.page);
  return (
    <Shell context={context}>
      <PageTitle title={t(title)} text={t(text)}>
        <ButtonLink variant="ghost" iconOnly icon="x" href="/index">
          {t('header.closeCentre')}
        </ButtonLink>
      </PageTitle>
      <div className={styles.centre}>
        <nav className={styles.menu} aria-label={t('lobby.memberCentre')}>
          {offered(MEMBER_ENTRIES, features).map(({ page, icon }) => (
            <a key={page} className={styles.link} href={memberHref(page)} aria-current={currentOf(page, content.page)}>
              <Icon name={icon} />
              {t(memberTexts(page).title)}
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
  return page === 'securityCenter' && SECURITY_PAGES.some((name) => name === shown) ? 'true' : undefined;
}

function Content({ context, content }: MemberPageProps) {
  const { t } = context;
  if ('signedOut' in content) return <SignedOut t={t} loginHref={content.signedOut.loginHref} />;
  if ('missing' in content) return <Missing t={t} kind={content.missing} />;
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

/** An honest empty page. */
export function Missing({ t, kind }: { readonly t: PageContext['t']; readonly kind: 'later' | 'off' }) {
  return (
    <div className={display.card}>
      <EmptyState icon="hourglass" title={t(`header.missing_${kind}`)} text={t(`header.missing_${kind}_text`)}>
        <ButtonLink href="/index">{t('lobby.backToLobby')}</ButtonLink>
      </EmptyState>
    </div>
  );
}

export function SignedOut({ t, loginHref }: { readonly t: PageContext['t']; readonly loginHref: string }) {
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

export function Refusal({ t, code, message }: { readonly t: PageContext['t']; readonly code: string; readonly message: string }) {
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
