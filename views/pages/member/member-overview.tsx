import type { ReactNode } from 'react';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Money } from '../../../client/ui/money.tsx';
import type { MemberInfo } from '../../../shared/api/accounts/schemas.ts';
import type { Balance } from '../../../shared/api/balance/schemas.ts';
import { avatarHref } from '../../../shared/avatars.ts';
import { TRIAL_TYPE } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { isOpen } from '../../components/member-entries.ts';
import { menuLinks, type PageContext } from '../../layouts/page-context.ts';
import styles from './member-overview.module.css';

interface AccountOverviewProps {
  readonly t: Translate;
  readonly features: PageContext['features'];
  readonly view: AccountView;
  readonly children: ReactNode;
}

export interface AccountView {
  readonly member: MemberInfo;
  readonly balance: Balance | null;
  readonly lastLoginText: string | null;
}

/** Balance and account data at the top of `securityCenter`. */
export function AccountOverview({ t, features, view: { member, balance, lastLoginText }, children }: AccountOverviewProps) {
  const trial = member.type === TRIAL_TYPE;
  const { deposit } = menuLinks(features);
  const facts: [string, ReactNode][] = [
    [t('lobby.memberAccount'), <bdi key="account">{member.account}</bdi>],
    [t('lobby.memberType'), trial ? t('lobby.memberTypeTrial') : t('lobby.memberTypeReal')],
    [t('lobby.memberLevel'), member.memberLabel[0]?.labelName ?? t('lobby.none')],
    [t('lobby.memberCurrency'), member.currency],
    ...(lastLoginText ? [[t('lobby.memberLastLogin'), lastLoginText] as [string, ReactNode]] : []),
  ];
  return (
    <>
      <section className={`${display.card} ${styles.balance}`} aria-labelledby="balance-title">
        <div>
          <h2 className={styles.label} id="balance-title">
            {t('lobby.balance')}
          </h2>
          <p className={styles.amount} data-private="">
            {balance ? <Money amount={balance.sumBalance} currency={balance} /> : t('lobby.unknown')}
          </p>
        </div>
        {trial || balance?.resting || deposit === null ? null : (
          <ButtonLink variant="primary" icon="plus" href={deposit}>
            {t('lobby.deposit')}
          </ButtonLink>
        )}
      </section>
      {children}
      <section className={display.card} aria-labelledby="profile-title">
        <div className={styles.who}>
          <img className={styles.avatar} src={avatarHref(member.avatarType, member.avatar)} alt="" width={56} height={56} />
          <div className={styles.names}>
            <h2 className={styles.subtitle} id="profile-title">
              {t('lobby.profile')}
            </h2>
            <p>
              <bdi>{member.nickname}</bdi>
            </p>
          </div>
          {trial || !isOpen('profile', features) ? null : (
            <ButtonLink dense variant="outline" href="/member/profile">
              {t('profile.edit')}
            </ButtonLink>
          )}
        </div>
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
