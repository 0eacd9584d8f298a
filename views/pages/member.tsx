import '../../client/styles/index.css';
import type { ReactNode } from 'react';
import type { BettingRecordProps, DepositProps, FormView } from '../../client/lib/island-props.ts';
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

/** Pages of the member centre that exist, in the order of its menu. */
export const MEMBER_PAGES = ['securityCenter', 'depositv2', 'personalHistoryCopy'] as const;
export type MemberPageName = (typeof MEMBER_PAGES)[number];

const ICONS: Readonly<Record<MemberPageName, string>> = {
  securityCenter: 'shield-check',
  depositv2: 'wallet',
  personalHistoryCopy: 'history',
};

export type MemberContent =
  | {
      readonly page: 'securityCenter';
      readonly member: MemberInfo;
      readonly balance: Balance | null;
      readonly lastLoginText: string | null;
    }
  | { readonly page: 'depositv2'; readonly deposit: Omit<DepositProps, 'balance' | 'links' | 'form'>; readonly form: FormView | null }
  | { readonly page: 'personalHistoryCopy'; readonly record: BettingRecordProps }
  /** Why there is nothing to show: a refusal of the platform, in the visitor's language. */
  | { readonly page: MemberPageName; readonly refusal: { readonly code: string; readonly message: string } }
  | { readonly page: MemberPageName; readonly signedOut: { readonly loginHref: string } };

export interface MemberPageProps {
  readonly context: PageContext;
  readonly content: MemberContent;
}

/** The member centre as a page of its own address, so that a reload comes back to it. */
export function MemberPage({ context, content }: MemberPageProps) {
  const { t } = context;
  return (
    <Shell context={context}>
      <PageTitle title={t(`lobby.member_${content.page}`)} text={t(`lobby.member_${content.page}_text`)} />
      <div className={styles.centre}>
        <nav className={styles.menu} aria-label={t('lobby.memberCentre')}>
          {MEMBER_PAGES.map((page) => (
            <a key={page} className={styles.link} href={`/member/${page}`} aria-current={page === content.page ? 'page' : undefined}>
              <Icon name={ICONS[page]} />
              {t(`lobby.member_${page}`)}
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

function Content({ context, content }: MemberPageProps) {
  const { t } = context;
  if ('signedOut' in content) return <SignedOut t={t} loginHref={content.signedOut.loginHref} />;
  if ('refusal' in content) return <Refusal t={t} {...content.refusal} />;
  if ('deposit' in content) {
    const { deposit, form } = content;
    return <Island name="deposit" wake="load" props={({ balance }) => ({ ...deposit, form, balance, links: MEMBER_LINKS })} />;
  }
  if ('record' in content) return <Island name="betting-record" wake="idle" props={content.record} />;
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

interface SecurityProps {
  readonly context: PageContext;
  readonly member: MemberInfo;
  readonly balance: Balance | null;
  readonly lastLoginText: string | null;
}

function Security({ context: { t }, member, balance, lastLoginText }: SecurityProps) {
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
