import { entryHref, PATHS } from '../../page/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import styles from './entry.module.css';
import { type EntryFormProps, formOf } from './entry-form.ts';
import { EntryTabs } from './entry-tabs.tsx';
import { EmailTab } from './forgot/email-tab.tsx';
import { PhoneTab } from './forgot/phone-tab.tsx';

type ForgotTab = 'email' | 'phone';

/** Forgotten password: a message to the e-mail address, or a code to the phone. */
export function ForgotForm(props: EntryFormProps) {
  const { t, host, form, next } = props;
  const { emailRecovery, phoneRecovery } = host.features;
  const phonePosted = formOf(form, 'member.passwordVerification', 'verification.smsNoLogin') !== null;
  const tabs = [
    ...(emailRecovery ? [{ tab: 'email' as const, label: t('auth.tabEmail'), content: <EmailTab {...props} /> }] : []),
    ...(phoneRecovery ? [{ tab: 'phone' as const, label: t('auth.tabPhone'), content: <PhoneTab {...props} /> }] : []),
  ];
  const wanted = phonePosted ? 'phone' : host.tab;
  const first = (tabs.find(({ tab }) => tab === wanted) ?? tabs[0])?.tab;
  return (
    <>
      {first ? (
        <EntryTabs<ForgotTab> label={t('auth.tabsForgot')} view="forgot" next={next} tabs={tabs} first={first} />
      ) : (
        <>
          <FormMessage kind="info" text={t('auth.forgotClosed')} />
          <ButtonLink variant="primary" icon="headset" href={PATHS.customerService}>
            {t('auth.forgotContact')}
          </ButtonLink>
        </>
      )}
      <div className={styles.foot}>
        <a className={controls.link} href={entryHref('login', next)} data-modal="login">
          {t('auth.backToLogin')}
        </a>
        {emailRecovery ? (
          <a className={controls.link} href={entryHref('reset', next)} data-modal="reset">
            {t('auth.haveCode')}
          </a>
        ) : null}
      </div>
    </>
  );
}
