import { useEffect } from 'react';
import { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { sideOf } from '../../../../shared/rules/sign-in-side.ts';
import { call } from '../../../page/call.ts';
import { entryHref } from '../../../page/paths.ts';
import controls from '../../../ui/controls.module.css';
import { PasswordField } from '../../../ui/password-field.tsx';
import styles from '../entry.module.css';
import type { EntryFormProps } from '../entry-form.ts';
import { EntryFrame, SubmitPart } from '../entry-frame.tsx';
import { finishSignIn } from '../finish-sign-in.ts';
import { HumanField } from '../parts/human-field.tsx';
import { useChallenge } from '../parts/use-challenge.ts';
import { UsernameField } from '../parts/username-field.tsx';
import { useRememberedLogin } from '../remembered-login.ts';
import { useForm } from '../use-form.ts';
import { RememberCheckbox } from './remember-checkbox.tsx';
import { BecomeAgent, SideField } from './side.tsx';

/** Sign in by user name and password. */
export function PasswordTab({ t, host, form, next, back }: EntryFormProps) {
  const challenge = useChallenge('login');
  // The header's form continues here. The server never returns a password.
  const password = form?.values.password;
  const needsCaptcha = form?.code === 'captcha_required' || form?.code === 'captcha_wrong';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the form that the dialog opened with
  useEffect(() => {
    if (password && needsCaptcha) challenge.requireCaptcha();
    else if (password) challenge.begin();
  }, []);
  const { account } = useRememberedLogin();
  const control = useForm({
    t,
    posted: form,
    challenge,
    check: (typed) => ({
      ...(typed.username ? {} : { username: t('auth.usernameRequired') }),
      ...(typed.password ? {} : { password: t('auth.passwordRequired') }),
      ...(challenge.captchaRequired && !typed.captcha ? { captcha: t('errors.captcha_required') } : {}),
    }),
    send: ({ username = '', password = '', remember }, proof) =>
      call(sessionLogin, { body: { username, password, remember: remember !== undefined, ...sideOf(next), ...proof } }),
    onSuccess: (value) => finishSignIn(t, value, next),
  });
  const { errors, values } = control;
  return (
    <EntryFrame control={control} callId="session.login" back={back} challenge={challenge}>
      <SideField next={next} />
      <UsernameField t={t} value={values.username ?? account} error={errors.username} />
      <div className={styles.labelled}>
        <PasswordField
          t={t}
          name="password"
          label={t('auth.password')}
          error={errors.password}
          defaultValue={password}
          autoComplete="current-password"
          maxLength={256}
          required
        />
        <a className={controls.link} href={entryHref('forgot', next)} data-modal="forgot">
          {t('auth.forgotLink')}
        </a>
      </div>
      <RememberCheckbox t={t} values={values} />
      <HumanField t={t} challenge={challenge} posted={form ? host.captcha : null} error={errors.captcha} />
      <SubmitPart control={control} label={t('auth.login')}>
        <BecomeAgent t={t} code={control.code} />
      </SubmitPart>
    </EntryFrame>
  );
}
