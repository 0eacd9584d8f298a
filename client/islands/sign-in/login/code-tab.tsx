import { useRef } from 'react';
import { loginCode, sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { sideOf } from '../../../../shared/rules/sign-in-side.ts';
import { call } from '../../../page/call.ts';
import styles from '../entry.module.css';
import type { EntryFormProps } from '../entry-form.ts';
import { EntryFrame, SubmitPart } from '../entry-frame.tsx';
import { finishSignIn } from '../finish-sign-in.ts';
import { CodeField } from '../parts/code-field.tsx';
import { HumanField } from '../parts/human-field.tsx';
import { useChallenge } from '../parts/use-challenge.ts';
import { UsernameField } from '../parts/username-field.tsx';
import { useRememberedLogin } from '../remembered-login.ts';
import { renewChallenge, useForm, valuesOf } from '../use-form.ts';
import { RememberCheckbox } from './remember-checkbox.tsx';
import { BecomeAgent, SideField } from './side.tsx';

/** Sign-in by a code sent to the phone or e-mail address of an account. It also unlocks a locked account. */
export function CodeTab({ t, host, form, next, back }: EntryFormProps) {
  const sending = useChallenge('sms');
  const challenge = useChallenge('login');
  const { account } = useRememberedLogin();
  const element = useRef<HTMLFormElement>(null);
  const control = useForm({
    t,
    posted: form,
    challenge,
    check: ({ username, verificationCode }) => ({
      ...(username ? {} : { username: t('auth.usernameRequired') }),
      ...(verificationCode ? {} : { verificationCode: t('errors.code_missing') }),
    }),
    send: ({ username = '', verificationCode = '', remember }, proof) =>
      call(sessionLogin, {
        body: { type: 'code', username, password: verificationCode, remember: remember !== undefined, ...sideOf(next), ...proof },
      }),
    onSuccess: (value) => finishSignIn(t, value, next),
  });
  const { errors, refuse } = control;

  async function sendCode() {
    const { username } = element.current ? valuesOf(element.current) : {};
    if (!username) {
      refuse({ username: t('auth.usernameRequired') });
      element.current?.querySelector<HTMLInputElement>('[name="username"]')?.focus();
      return null;
    }
    const answer = await call(loginCode, { body: { username, ...(await sending.proof()) } });
    renewChallenge(sending, answer);
    return answer;
  }

  return (
    <EntryFrame ref={element} control={control} callId="session.login" back={back} challenge={sending}>
      <input type="hidden" name="type" value="code" />
      <SideField next={next} />
      <p className={styles.lead}>{t('auth.loginCodeLead')}</p>
      <UsernameField t={t} value={control.values.username ?? account} error={errors.username} />
      <HumanField error={undefined} t={t} challenge={sending} posted={form ? host.captcha : null} />
      <CodeField
        t={t}
        outbox={host.outbox}
        name="verificationCode"
        label={t('auth.loginCode')}
        error={errors.verificationCode}
        countdown="login-code"
        plainCall="session.loginCode"
        send={sendCode}
        seconds={({ waitSeconds }) => waitSeconds}
      />
      <RememberCheckbox t={t} values={control.values} />
      <HumanField t={t} challenge={challenge} posted={null} error={errors.captcha} second />
      <SubmitPart control={control} label={t('auth.login')}>
        <BecomeAgent t={t} code={control.code} />
      </SubmitPart>
    </EntryFrame>
  );
}
