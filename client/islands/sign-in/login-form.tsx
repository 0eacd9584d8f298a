import { entryHref } from '../../page/paths.ts';
import controls from '../../ui/controls.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import styles from './entry.module.css';
import { type EntryFormProps, formOf } from './entry-form.ts';
import { EntryTabs } from './entry-tabs.tsx';
import { CodeTab } from './login/code-tab.tsx';
import { OtherMethods } from './login/other-methods.tsx';
import { PasswordTab } from './login/password-tab.tsx';
import { SmsTab } from './login/sms-tab.tsx';
import type { FormView, ModalHostProps } from './props.ts';
import { useRememberedLogin } from './remembered-login.ts';

type LoginTab = 'username' | 'sms' | 'code';

/** Sign-in by password, SMS or login code, and by the other methods that the merchant offers. */
export function LoginForm(props: EntryFormProps) {
  const { t, host, form, next } = props;
  const { features } = host;
  const { phone } = useRememberedLogin();
  const { login, sms, code } = postedForms(form);
  const tabs = [
    { tab: 'username' as const, label: t('auth.tabPassword'), content: <PasswordTab {...props} form={login} /> },
    ...(features.smsLogin ? [{ tab: 'sms' as const, label: t('auth.tabSms'), content: <SmsTab {...props} form={sms} /> }] : []),
    ...(features.codeLogin ? [{ tab: 'code' as const, label: t('auth.tabCode'), content: <CodeTab {...props} form={code} /> }] : []),
  ];
  const wanted = (sms && 'sms') ?? (code && 'code') ?? wantedTab(host) ?? (phone ? 'sms' : 'username');
  const first = tabs.find(({ tab }) => tab === wanted)?.tab ?? 'username';
  return (
    <>
      {host.done === 'reset' ? <FormMessage kind="done" text={t('auth.resetDone')} /> : null}
      {form === null && host.done === null && next ? <FormMessage kind="info" text={t('auth.loginNeeded')} /> : null}
      <EntryTabs<LoginTab> label={t('auth.tabsLogin')} view="login" next={next} tabs={tabs} first={first} />
      <OtherMethods {...props} />
      <div className={styles.foot}>
        <span>
          {t('auth.noAccount')}{' '}
          <a className={controls.link} href={entryHref('register', next)} data-modal="register">
            {t('auth.createAccount')}
          </a>
        </span>
        {features.codeLogin ? (
          <span>
            {t('auth.lockedOut')}{' '}
            <a className={controls.link} href={entryHref('login', next, 'code')} data-modal="login">
              {t('auth.getLoginCode')}
            </a>
          </span>
        ) : null}
      </div>
    </>
  );
}

function wantedTab({ tab }: Pick<ModalHostProps, 'tab'>): LoginTab | undefined {
  return tab === 'username' || tab === 'sms' || tab === 'code' ? tab : undefined;
}

/** The posted form, assigned to the call that it was posted to. */
function postedForms(form: FormView | null): Readonly<Record<'login' | 'sms' | 'code', FormView | null>> {
  const login = formOf(form, 'session.login');
  const ofType = (type: string) => (login?.values.type === type ? login : null);
  return {
    login: login && !ofType('sms') && !ofType('code') ? login : null,
    sms: ofType('sms') ?? formOf(form, 'verification.smsNoLogin'),
    code: ofType('code') ?? formOf(form, 'session.loginCode'),
  };
}
