import { useRef, useState } from 'react';
import { sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { LOGIN_SMS_COUNTDOWN_SECONDS } from '../../../../shared/constants.ts';
import { sideOf } from '../../../../shared/rules/sign-in-side.ts';
import { call } from '../../../page/call.ts';
import type { EntryFormProps } from '../entry-form.ts';
import { EntryFrame, SubmitPart } from '../entry-frame.tsx';
import { finishSignIn } from '../finish-sign-in.ts';
import { mobileProblem } from '../parts/check-mobile.ts';
import { CodeField } from '../parts/code-field.tsx';
import { HumanField } from '../parts/human-field.tsx';
import { MobileField } from '../parts/mobile-field.tsx';
import { createNumberProof, isRefused } from '../parts/phone-confirm.ts';
import { useChallenge } from '../parts/use-challenge.ts';
import { storePhone, useRememberedLogin } from '../remembered-login.ts';
import { sendSmsCode } from '../sms-code.ts';
import { type FormValues, useForm } from '../use-form.ts';
import { RememberCheckbox } from './remember-checkbox.tsx';
import { BecomeAgent, SideField } from './side.tsx';

/** Sign-in by a code sent to the phone. The call takes the number as user name and the code as password. */
export function SmsTab({ t, host, form, next, back }: EntryFormProps) {
  const sending = useChallenge('sms');
  const challenge = useChallenge('login');
  const { phone } = useRememberedLogin();
  const [number] = useState(() => createNumberProof('login'));
  const element = useRef<HTMLFormElement>(null);
  const control = useForm({
    t,
    posted: form,
    challenge,
    check: async ({ countryDialingCode, mobileNum, verificationCode }) => {
      const problem = await mobileProblem(t, countryDialingCode, mobileNum);
      return { ...(problem ? { mobileNum: problem } : {}), ...(verificationCode ? {} : { verificationCode: t('errors.code_missing') }) };
    },
    async send({ mobileNum = '', verificationCode = '', countryDialingCode = '', remember }, proof) {
      const token = await number.tokenFor({ mobileNum, countryDialingCode, verificationCode });
      if (isRefused(token)) return token;
      return call(sessionLogin, {
        body: {
          type: 'sms',
          username: mobileNum,
          password: verificationCode,
          countryDialingCode,
          remember: remember !== undefined,
          ...(token && { firebaseIdToken: token.firebaseIdToken }),
          ...sideOf(next),
          ...proof,
        },
      });
    },
    onSuccess: (value, { mobileNum = '', countryDialingCode = '', remember }) => {
      if (remember !== undefined) storePhone({ mobileNum, countryDialingCode });
      return finishSignIn(t, value, next);
    },
  });
  const { errors, refuse } = control;
  const known: FormValues = phone ? { mobileNum: phone.mobileNum, countryDialingCode: phone.countryDialingCode } : {};
  return (
    <EntryFrame ref={element} control={control} callId="session.login" back={back} challenge={sending}>
      <input type="hidden" name="type" value="sms" />
      <SideField next={next} />
      <MobileField t={t} countries={host.countries} values={{ ...known, ...control.values }} errors={errors} />
      <HumanField error={undefined} t={t} challenge={sending} posted={form ? host.captcha : null} />
      <CodeField
        t={t}
        outbox={host.outbox}
        name="verificationCode"
        label={t('auth.smsCode')}
        error={errors.verificationCode}
        countdown="sms-login"
        plainCall="verification.smsNoLogin"
        send={async () => {
          const answer = await sendSmsCode(element.current, { t, purpose: 'login', challenge: sending, refuse });
          number.sent(answer);
          return answer;
        }}
        seconds={() => LOGIN_SMS_COUNTDOWN_SECONDS}
      />
      <RememberCheckbox t={t} values={control.values} />
      <HumanField t={t} challenge={challenge} posted={null} error={errors.captcha} second />
      <SubmitPart control={control} label={t('auth.login')}>
        <BecomeAgent t={t} code={control.code} />
      </SubmitPart>
    </EntryFrame>
  );
}
