import '../../../client/styles/index.css';
import type {
  SecurityContactProps,
  SecurityPasskeysProps,
  SecuritySessionsProps,
  SecurityTotpProps,
} from '../../../client/islands/security/props.ts';
import { ButtonLink } from '../../../client/ui/button.tsx';
import display from '../../../client/ui/display.module.css';
import { Icon } from '../../../client/ui/icon.tsx';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { BackToSecurity } from '../../components/back-to-security.tsx';
import { Island } from '../../components/island.tsx';
import { MemberCentre } from '../../layouts/member-centre.tsx';
import type { PageContext } from '../../layouts/page-context.ts';
import { AccountOverview, type AccountView } from '../member/member-overview.tsx';
import styles from './security.module.css';

/** Protection of an account. Days are in the merchant's time zone. */
export interface SecurityView {
  readonly passwordDay: string;
  readonly passwordDays: number;
  /** Masked. */
  readonly mobile: string | null;
  readonly mobileDay: string | null;
  readonly email: string | null;
  readonly emailDay: string | null;
  /** Contacts that the platform can send codes to. */
  readonly channels: readonly ('sms' | 'email')[];
  readonly totpDay: string | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
  readonly passkeyDay: string | null;
  /** Null if unknown. */
  readonly sessions: number | null;
  /** Null: not set. */
  readonly paymentDay: string | null;
  /** Name and masked number of each payout account. */
  readonly payouts: readonly string[];
}

/** Below this number of codes new ones are recommended. */
const FEW_CODES = 3;
const FACTORS = '/member/secondFactor';
const PAYMENT = '/member/paymentPassword';
const PAYOUTS = '/member/payoutAccounts';

interface Row {
  readonly key: string;
  readonly icon: string;
  readonly title: string;
  readonly state: string;
  readonly badge: { readonly text: string; readonly tone: 'pos' | 'neg' } | null;
  readonly action: { readonly text: string; readonly label: string; readonly href: string; readonly modal?: 'change-password' };
}

interface Step {
  readonly complete: boolean;
  readonly text: string;
  readonly action: string;
  readonly href: string;
}

/** Score with the next step, and a row for each protection of the account. */
function SecurityOverview({ t, view }: { readonly t: Translate; readonly view: SecurityView }) {
  return (
    <>
      <Score t={t} view={view} />
      <section className={display.card} aria-labelledby="security-title">
        <h2 className={styles.title} id="security-title">
          {t('security.rowsTitle')}
        </h2>
        <ul className={styles.rows}>
          {rowsOf(t, view).map(({ key, icon, title, state, badge, action }) => (
            <li key={key} className={styles.row}>
              <span className={styles.icon} data-on={badge?.tone === 'pos' || undefined}>
                <Icon name={icon} />
              </span>
              <div className={styles.text}>
                <h3 className={styles.name}>
                  {title}{' '}
                  {badge ? (
                    <span className={display.badge} data-tone={badge.tone}>
                      {badge.text}
                    </span>
                  ) : null}
                </h3>
                <p className={styles.state}>{state}</p>
              </div>
              <ButtonLink dense variant="outline" href={action.href} aria-label={action.label} data-modal={action.modal}>
                {action.text}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Score({ t, view }: { readonly t: Translate; readonly view: SecurityView }) {
  const steps = stepsOf(t, view);
  const completed = steps.filter((step) => step.complete).length;
  const next = steps.find((step) => !step.complete);
  const score = t('security.score', { done: completed, all: steps.length });
  return (
    <section className={`${display.card} ${styles.score}`} aria-labelledby="score-title">
      <div>
        <h2 className={styles.label} id="score-title">
          {t('security.scoreTitle')}
        </h2>
        <p className={styles.count}>
          <strong>{score}</strong> {t('security.scoreText')}
        </p>
      </div>
      <div className={styles.meter} aria-hidden="true">
        {steps.map((step, index) => (
          <span key={step.href + step.text} data-done={index < completed || undefined} />
        ))}
      </div>
      {next ? (
        <div className={styles.next}>
          <p>
            <strong>{t('security.next')}:</strong> {next.text}
          </p>
          <ButtonLink variant="primary" href={next.href}>
            {next.action}
          </ButtonLink>
        </div>
      ) : (
        <p>{t('security.scoreDone')}</p>
      )}
    </section>
  );
}

/** Most effective first. The password is always set. */
function stepsOf(t: Translate, view: SecurityView): readonly Step[] {
  const { email, totpDay, passkeys, mobile, recoveryCodesLeft, paymentDay, payouts, channels } = view;
  const steps: readonly (Step | false)[] = [
    { complete: true, text: '', action: '', href: '' },
    canHave(channels, 'email', email) && {
      complete: email !== null,
      text: t('security.nextEmail'),
      action: t('security.add'),
      href: contactHref('email'),
    },
    { complete: totpDay !== null, text: t('security.nextTotp'), action: t('security.setUp'), href: `${FACTORS}#totp` },
    { complete: paymentDay !== null, text: t('security.nextPayment'), action: t('security.setUp'), href: PAYMENT },
    { complete: payouts.length > 0, text: t('security.nextPayout'), action: t('security.add'), href: PAYOUTS },
    { complete: passkeys > 0, text: t('security.nextPasskeys'), action: t('security.add'), href: `${FACTORS}#passkeys` },
    canHave(channels, 'sms', mobile) && {
      complete: mobile !== null,
      text: t('security.nextMobile'),
      action: t('security.add'),
      href: contactHref('sms'),
    },
    { complete: recoveryCodesLeft >= FEW_CODES, text: t('security.nextRecovery'), action: t('security.manage'), href: `${FACTORS}#totp` },
  ];
  return steps.filter((step) => step !== false);
}

/** A contact that cannot be confirmed is not offered; one that the account has is shown. */
function canHave(channels: SecurityView['channels'], channel: 'sms' | 'email', contact: string | null): boolean {
  return contact !== null || channels.includes(channel);
}

function rowsOf(t: Translate, view: SecurityView): readonly Row[] {
  return [
    passwordRow(t, view),
    ...payoutRows(t, view),
    ...(canHave(view.channels, 'sms', view.mobile) ? [contactRow(t, view, 'sms')] : []),
    ...(canHave(view.channels, 'email', view.email) ? [contactRow(t, view, 'email')] : []),
    ...factorRows(t, view),
    sessionsRow(t, view),
  ];
}

function passwordRow(t: Translate, { passwordDay, passwordDays }: SecurityView): Row {
  const title = t('security.rowPassword');
  return {
    key: 'password',
    icon: 'lock',
    title,
    state: passwordDays === 0 ? t('security.passwordToday') : t('security.passwordAge', { count: passwordDays, date: passwordDay }),
    badge: on(t),
    action: {
      text: t('security.change'),
      label: t('security.changeOf', { name: title }),
      href: '/login?view=change-password',
      modal: 'change-password',
    },
  };
}

function payoutRows(t: Translate, { paymentDay, payouts }: SecurityView): readonly Row[] {
  const [payment, accounts] = [t('security.rowPayment'), t('security.rowPayouts')];
  const [first, ...more] = payouts;
  const known = more.length > 0 ? t('security.payoutMore', { account: first ?? '', count: more.length }) : first;
  return [
    {
      key: 'payment',
      icon: 'key-round',
      title: payment,
      state: paymentDay ? t('security.paymentSince', { date: paymentDay }) : t('security.paymentNone'),
      badge: paymentDay ? on(t) : null,
      action: { ...(paymentDay ? changeOrAdd(t, payment, true) : setUp(t, payment)), href: PAYMENT },
    },
    {
      key: 'payouts',
      icon: 'landmark',
      title: accounts,
      state: known ?? t('security.payoutNone'),
      badge: known ? on(t) : null,
      action: { ...(known ? manage(t, accounts) : changeOrAdd(t, accounts, false)), href: PAYOUTS },
    },
  ];
}

function contactRow(t: Translate, view: SecurityView, channel: 'sms' | 'email'): Row {
  const [contact, date] = channel === 'sms' ? [view.mobile, view.mobileDay] : [view.email, view.emailDay];
  const title = t(channel === 'sms' ? 'security.rowMobile' : 'security.rowEmail');
  return {
    key: channel,
    icon: channel === 'sms' ? 'phone' : 'mail',
    title,
    state: contact && date ? t('security.contactSince', { contact, date }) : t('security.contactNone'),
    badge: contact ? on(t) : null,
    action: { ...changeOrAdd(t, title, contact !== null), href: contactHref(channel) },
  };
}

function factorRows(t: Translate, { totpDay, passkeys, passkeyDay, recoveryCodesLeft }: SecurityView): readonly Row[] {
  const [totp, keys, recovery] = [t('security.rowTotp'), t('security.rowPasskeys'), t('security.rowRecovery')];
  const low = totpDay !== null && recoveryCodesLeft < FEW_CODES;
  return [
    {
      key: 'totp',
      icon: 'smartphone',
      title: totp,
      state: totpDay ? t('security.totpSince', { date: totpDay }) : t('security.totpNone'),
      badge: totpDay ? on(t) : null,
      action: { ...(totpDay ? manage(t, totp) : setUp(t, totp)), href: `${FACTORS}#totp` },
    },
    {
      key: 'passkeys',
      icon: 'fingerprint',
      title: keys,
      state: passkeyDay ? t('security.passkeyCount', { count: passkeys, date: passkeyDay }) : t('security.passkeysNone'),
      badge: passkeys > 0 ? on(t) : null,
      action: { ...(passkeys > 0 ? manage(t, keys) : changeOrAdd(t, keys, false)), href: `${FACTORS}#passkeys` },
    },
    {
      key: 'recovery',
      icon: 'key-round',
      title: recovery,
      state: totpDay ? t('security.recoveryLeft', { count: recoveryCodesLeft }) : t('security.recoveryNone'),
      badge: low ? { text: t('security.stateLow'), tone: 'neg' } : totpDay ? on(t) : null,
      action: { ...(totpDay ? manage(t, recovery) : setUp(t, recovery)), href: `${FACTORS}#totp` },
    },
  ];
}

function sessionsRow(t: Translate, { sessions }: SecurityView): Row {
  const title = t('security.rowSessions');
  return {
    key: 'sessions',
    icon: 'monitor',
    title,
    state: sessions === null ? t('security.sessionsUnknown') : t('security.sessionCount', { count: sessions }),
    badge: null,
    action: { text: t('security.view'), label: t('security.viewOf', { name: title }), href: '/member/sessions' },
  };
}

function on(t: Translate): Row['badge'] {
  return { text: t('security.stateOn'), tone: 'pos' };
}

function manage(t: Translate, name: string) {
  return { text: t('security.manage'), label: t('security.manageOf', { name }) };
}

function setUp(t: Translate, name: string) {
  return { text: t('security.setUp'), label: t('security.setUpOf', { name }) };
}

function changeOrAdd(t: Translate, name: string, there: boolean) {
  return there
    ? { text: t('security.change'), label: t('security.changeOf', { name }) }
    : { text: t('security.add'), label: t('security.addOf', { name }) };
}

function contactHref(channel: 'sms' | 'email'): string {
  return `/member/contact?channel=${channel}`;
}

interface PageProps<Data> {
  readonly context: PageContext;
  readonly data: Data;
}

export interface SecurityCentreView extends AccountView {
  /** Null for trial accounts, and if it failed to load. */
  readonly security: SecurityView | null;
}

export function SecurityCentrePage({ context, data }: PageProps<SecurityCentreView>) {
  const { t } = context;
  return (
    <MemberCentre context={context} page="securityCenter">
      <AccountOverview t={t} features={context.features} view={data}>
        {data.security ? <SecurityOverview t={t} view={data.security} /> : null}
      </AccountOverview>
    </MemberCentre>
  );
}

export interface SecondFactorView {
  readonly totp: SecurityTotpProps;
  readonly passkeys: SecurityPasskeysProps;
}

export function SecondFactorPage({ context, data }: PageProps<SecondFactorView>) {
  return (
    <MemberCentre context={context} page="secondFactor">
      <BackToSecurity t={context.t} />
      <Island name="security-totp" hydrate="load" props={data.totp} />
      <Island name="security-passkeys" hydrate="load" props={data.passkeys} />
    </MemberCentre>
  );
}

interface LastLogin {
  readonly time: string;
  readonly place: string | null;
}
export interface SessionsView {
  readonly sessions: SecuritySessionsProps;
  readonly lastLogin: LastLogin | null;
}

export function SessionsPage({ context, data }: PageProps<SessionsView>) {
  return (
    <MemberCentre context={context} page="sessions">
      <BackToSecurity t={context.t} />
      <LastLoginCard t={context.t} lastLogin={data.lastLogin} />
      <Island name="security-sessions" hydrate="load" props={data.sessions} />
    </MemberCentre>
  );
}

export function ContactPage({ context, data }: PageProps<{ readonly contact: SecurityContactProps }>) {
  return (
    <MemberCentre context={context} page="contact">
      <BackToSecurity t={context.t} />
      <Island name="security-contact" hydrate="load" props={data.contact} />
    </MemberCentre>
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
    <section className={`${display.card} ${styles.last}`} aria-labelledby="last-login">
      <span className={styles.icon}>
        <Icon name="clock" />
      </span>
      <div>
        <h2 className={styles.lastTitle} id="last-login">
          {t('security.lastLogin')}
        </h2>
        <p>{text}</p>
      </div>
    </section>
  );
}
