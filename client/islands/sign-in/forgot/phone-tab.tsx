import { useRef, useState } from 'react';
import { passwordVerification } from '../../../../shared/api/accounts/calls.ts';
import { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { PHONE_SERVICE_COUNTDOWN_SECONDS } from '../../../../shared/constants.ts';
import { call } from '../../../page/call.ts';
import { openModal } from '../../../runtime/modals.ts';
import { newPasswordErrors, passwordRule } from '../check-password.ts';
import styles from '../entry.module.css';
import { type EntryFormProps, formOf } from '../entry-form.ts';
import { EntryFrame, SubmitPart } from '../entry-frame.tsx';
import { finishSignIn } from '../finish-sign-in.ts';
import { mobileProblem } from '../parts/check-mobile.ts';
import { CodeField } from '../parts/code-field.tsx';
import { HumanField } from '../parts/human-field.tsx';
import { MobileField } from '../parts/mobile-field.tsx';
import { NewPasswordField } from '../parts/new-password-field.tsx';
import { createNumberProof, isRefused } from '../parts/phone-confirm.ts';
import { useChallenge } from '../parts/use-challenge.ts';
import { sendSmsCode } from '../sms-code.ts';
import { useForm } from '../use-form.ts';

const HOME = '/';

/** A code to the phone and a new password in one step, followed by a sign-in. */
export function PhoneTab({ t, host, form }: EntryFormProps) {
  const challenge = useChallenge('sms');
  const element = useRef<HTMLFormElement>(null);
  const rule = passwordRule(host.register.fields);
  const [number] = useState(() => createNumberProof('reset'));
  const posted = formOf(form, 'member.passwordVerification', 'verification.smsNoLogin');
  const control = useForm({
    t,
    posted,
    check: async ({ countryDialingCode, mobileNum, verificationCode, newPassword = '' }) => {
      const problem = await mobileProblem(t, countryDialingCode, mobileNum);
      return {
        ...(problem ? { mobileNum: problem } : {}),
        ...(verificationCode ? {} : { verificationCode: t('errors.code_missing') }),
        ...(await newPasswordErrors(t, rule, newPassword, newPassword, '')),
      };
    },
    async send({ mobileNum = '', countryDialingCode = '', verificationCode = '', newPassword = '' }) {
      const token = await number.tokenFor({ mobileNum, countryDialingCode, verificationCode });
      if (isRefused(token)) return token;
      const proven = token && { firebaseIdToken: token.firebaseIdToken };
      return call(passwordVerification, { body: { mobileNum, countryDialingCode, verificationCode, newPassword, ...proven } });
    },
    onSuccess: ({ account }, { newPassword = '' }) => signIn(account, newPassword),
  });
  const { errors, refuse } = control;

  /** The new password is already set. If the sign-in needs another step, the sign-in form shows it. */
  async function signIn(username: string, password: string): Promise<boolean> {
    const answer = await call(sessionLogin, { body: { username, password } });
    if (answer.success) return finishSignIn(t, answer.value, HOME);
    openModal({
      name: 'message',
      message: {
        icon: 'circle-check',
        title: t('auth.resetTitle'),
        text: t('auth.resetDone'),
        buttons: [{ label: t('auth.login'), modal: 'login' }],
      },
    });
    return false;
  }

  return (
    <EntryFrame ref={element} control={control} callId="member.passwordVerification" back={HOME} challenge={challenge}>
      <input type="hidden" name="purpose" value="reset" />
      <p className={styles.lead}>{t('auth.forgotPhoneLead')}</p>
      <MobileField t={t} countries={host.countries} values={control.values} errors={errors} />
      <HumanField error={undefined} t={t} challenge={challenge} posted={posted ? host.captcha : null} />
      <CodeField
        t={t}
        outbox={host.outbox}
        name="verificationCode"
        label={t('auth.smsCode')}
        error={errors.verificationCode}
        countdown="sms-reset"
        plainCall="verification.smsNoLogin"
        send={async () => {
          const answer = await sendSmsCode(element.current, { t, purpose: 'reset', challenge, refuse });
          number.sent(answer);
          return answer;
        }}
        seconds={({ channel, expiredMinutes }) => (channel === 'firebase' ? PHONE_SERVICE_COUNTDOWN_SECONDS : expiredMinutes * 60)}
      />
      <NewPasswordField t={t} rule={rule} name="newPassword" label={t('auth.newPassword')} error={errors.newPassword} />
      <SubmitPart control={control} label={t('auth.resetSave')} />
    </EntryFrame>
  );
}
