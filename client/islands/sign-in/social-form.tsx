import { oauthRegister } from '../../../shared/api/oauth/calls.ts';
import { fieldTextKey } from '../../../shared/rules/check-field.ts';
import { call } from '../../page/call.ts';
import { entryHref } from '../../page/paths.ts';
import controls from '../../ui/controls.module.css';
import { Field } from '../../ui/field.tsx';
import { registerInputs } from '../register/register-inputs.ts';
import { RegisterTerms } from '../register/register-terms.tsx';
import styles from './entry.module.css';
import { type EntryFormProps, formOf } from './entry-form.ts';
import { EntryFrame, SubmitPart } from './entry-frame.tsx';
import { finishSignIn } from './finish-sign-in.ts';
import { type FormValues, useForm } from './use-form.ts';

/** The other fields are known from the other service, or requested later when needed. */
const REQUESTED_FIELDS = ['username', 'birthday', 'affiliateCode'] as const;
const isRequested = (name: string) => (REQUESTED_FIELDS as readonly string[]).includes(name);

/** First sign-in with Google or Facebook: user name, age and terms create the account. */
export function SocialForm({ t, host, form, next, back }: EntryFormProps) {
  const { register, affiliateCode, referralCode, termsHref } = host;
  const fields = Object.fromEntries(REQUESTED_FIELDS.flatMap((name) => (register.fields[name] ? [[name, register.fields[name]]] : [])));
  const settings = { ...register, fields };
  const control = useForm({
    t,
    posted: formOf(form, 'session.oauthRegister'),
    check: async (typed) => {
      const rules = await import('../../../shared/rules/check-registration.ts').catch(() => null);
      const problems = Object.entries(rules?.checkRegistration(settings, typed, new Date()) ?? {}).filter(([name]) => isRequested(name));
      return {
        ...Object.fromEntries(problems.map(([field, problem]) => [field, t(fieldTextKey(problem), problem.params)])),
        ...(typed.agreed === undefined ? { agreed: t('errors.terms_required') } : {}),
      };
    },
    send: (typed) => call(oauthRegister, { body: registration(typed) }),
    onSuccess: (value) => finishSignIn(t, value, next),
  });
  const { errors, values } = control;
  const known: FormValues = { affiliateCode, ...values };
  return (
    <>
      <EntryFrame control={control} callId="session.oauthRegister" back={back}>
        <p className={styles.lead}>{t('auth.socialLead')}</p>
        {registerInputs(settings, 'username')
          .filter(({ name }) => isRequested(name))
          .map(({ name, required, maxLength, kind }) => (
            <Field
              key={name}
              name={name}
              label={t(`auth.field_${name}`)}
              optional={required ? '' : t('common.optional')}
              defaultValue={known[name]}
              error={errors[name]}
              required={required}
              maxLength={maxLength}
              {...kind}
            />
          ))}
        {affiliateCode && !fields.affiliateCode ? <input type="hidden" name="affiliateCode" value={affiliateCode} /> : null}
        {referralCode ? <input type="hidden" name="referralCode" value={referralCode} /> : null}
        <RegisterTerms
          t={t}
          minimumAge={register.minimumAge}
          ticked={control.values.agreed !== undefined || register.termsPreTicked}
          href={termsHref}
          error={errors.agreed}
        />
        <SubmitPart control={control} label={t('auth.createAccount')} />
      </EntryFrame>
      <div className={styles.foot}>
        <a className={controls.link} href={entryHref('login', next)} data-modal="login">
          {t('auth.backToLogin')}
        </a>
      </div>
    </>
  );
}

function registration({ username = '', birthday, affiliateCode, referralCode, agreed }: FormValues) {
  return {
    username,
    agreed: agreed !== undefined,
    ...(birthday ? { birthday } : {}),
    ...(affiliateCode ? { affiliateCode } : {}),
    ...(referralCode ? { referralCode } : {}),
  };
}
