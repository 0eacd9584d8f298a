import '../../../client/styles/index.css';
import type { SecurityAvatarProps, SecurityFormProps } from '../../../client/islands/security/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import { BackToSecurity } from '../../components/back-to-security.tsx';
import { Island } from '../../components/island.tsx';
import { LanguageChoice } from '../../components/language-choice.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import styles from './profile.module.css';

export interface ProfileView {
  readonly account: string;
  readonly nickname: string;
  readonly avatarUrl: string;
  readonly level: string | null;
  readonly avatar: SecurityAvatarProps;
  readonly appearance: SecurityFormProps;
  /** Null if all requested fields are set permanently. */
  readonly details: SecurityFormProps | null;
  readonly fixed: readonly { readonly label: string; readonly value: string }[];
  /** Masked. */
  readonly mobile: string | null;
  readonly email: string | null;
}

interface ProfilePageProps {
  readonly context: PageContext;
  readonly data: ProfileView;
}

export function ProfilePage({ context, data }: ProfilePageProps) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="profile">
      <BackToSecurity t={t} />
      <section className={`${display.card} ${styles.who}`} aria-labelledby="who-title">
        <img className={styles.avatar} src={data.avatarUrl} alt="" width={80} height={80} data-avatar="" />
        <div className={styles.names}>
          <h2 className={styles.nickname} id="who-title">
            <bdi>{data.nickname}</bdi>
          </h2>
          <p>
            {t('profile.account')}: <bdi>{data.account}</bdi>
          </p>
          {data.level ? <p>{t('profile.level', { level: data.level })}</p> : null}
        </div>
      </section>
      <Island name="security-form" hydrate="load" props={data.appearance} />
      <Island name="security-avatar" hydrate="load" props={data.avatar} />
      <Contacts context={context} data={data} />
      {data.fixed.length > 0 ? <Fixed context={context} data={data} /> : null}
      {data.details ? <Island name="security-form" hydrate="load" props={data.details} /> : null}
      <section className={display.card} aria-labelledby="language-title">
        <h2 className={styles.title} id="language-title">
          {t('profile.languageTitle')}
        </h2>
        <LanguageChoice current={context.language} languages={context.languages} back="/member/profile" />
      </section>
    </MemberCentre>
  );
}

function Contacts({ context: { t }, data: { mobile, email } }: ProfilePageProps) {
  const rows = [
    { key: 'sms', icon: 'phone', name: t('security.rowMobile'), value: mobile },
    { key: 'email', icon: 'mail', name: t('security.rowEmail'), value: email },
  ];
  return (
    <section className={display.card} aria-labelledby="contacts-title">
      <h2 className={styles.title} id="contacts-title">
        {t('profile.contactsTitle')}
      </h2>
      <ul className={styles.rows}>
        {rows.map(({ key, icon, name, value }) => (
          <li key={key} className={styles.row}>
            <span className={styles.icon}>
              <Icon name={icon} />
            </span>
            <div>
              <p className={styles.name}>{name}</p>
              <p>{value ? <bdi dir="ltr">{value}</bdi> : t('security.contactNone')}</p>
            </div>
            <ButtonLink
              dense
              variant="outline"
              href={`/member/contact?channel=${key}`}
              aria-label={t(value ? 'security.changeOf' : 'security.addOf', { name })}
            >
              {t(value ? 'security.change' : 'security.add')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fixed({ context: { t }, data: { fixed } }: ProfilePageProps) {
  return (
    <section className={display.card} aria-labelledby="fixed-title">
      <h2 className={styles.title} id="fixed-title">
        {t('profile.fixedTitle')}
      </h2>
      <dl className={styles.facts}>
        {fixed.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('profile.fixedText')}</p>
    </section>
  );
}
