import { type ChangeEvent, useState } from 'react';
import { stepSend, stepVerify } from '../../../../shared/api/sign-in/calls.ts';
import type { StepMethod } from '../../../../shared/api/sign-in/constants.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { call } from '../../../page/call.ts';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../entry.module.css';
import { type EntryFormProps, formOf } from '../entry-form.ts';
import { EntryFrame, SubmitPart } from '../entry-frame.tsx';
import { finishSignIn } from '../finish-sign-in.ts';
import { CodeField } from '../parts/code-field.tsx';
import { useHydrated } from '../parts/use-hydrated.ts';
import { canUsePasskeys, requestPasskey } from '../passkey.ts';
import type { StepView } from '../props.ts';
import { useForm } from '../use-form.ts';

const ICONS: Readonly<Record<StepMethod, string>> = {
  passkey: 'key-round',
  totp: 'shield-check',
  recovery: 'lock-open',
  sms: 'phone',
  email: 'mail',
};

/** One of the methods that can complete this sign-in. Without script one field takes the code of any method. */
export function StepProof({ t, host, form, next, back, step }: EntryFormProps & { readonly step: StepView }) {
  const live = useHydrated();
  const posted = formOf(form, 'session.stepVerify', 'session.stepSend');
  const methods = step.methods.filter((method) => method !== 'passkey' || !live || canUsePasskeys());
  const [chosen, choose] = useState(methods.find((method) => method === posted?.values.method) ?? firstOf(methods, live));
  const method = methods.includes(chosen) ? chosen : firstOf(methods, live);
  const control = useForm({
    t,
    posted,
    check: ({ proof }): Record<string, string> => (proof || method === 'passkey' ? {} : { proof: t('errors.code_missing') }),
    send: async ({ proof = '' }) => {
      if (method !== 'passkey') return call(stepVerify, { body: { method, proof } });
      const passkey = await requestPasskey(t);
      if ('proof' in passkey) return call(stepVerify, { body: { method, proof: passkey.proof } });
      return { success: false, value: null, code: 'passkey_invalid', message: passkey.problem };
    },
    onSuccess: (value) => finishSignIn(t, value, next),
  });
  return (
    <EntryFrame control={control} callId="session.stepVerify" back={back}>
      <p className={styles.lead}>{t(step.reason === 'second_factor' ? 'auth.stepSecondFactor' : 'auth.stepNewNetwork')}</p>
      {methods.length > 1 ? (
        <fieldset className={styles.methods} onChange={(event: ChangeEvent<HTMLFieldSetElement>) => choose(selectedMethod(event))}>
          <legend>{t('auth.stepMethods')}</legend>
          {methods.map((each) => (
            <label key={each} className={`${styles.method} ${each === 'passkey' ? styles.scripted : ''}`}>
              <input type="radio" name="method" value={each} defaultChecked={each === method} />
              <Icon name={ICONS[each]} />
              <span>{methodText(t, each, step)}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <>
          <input type="hidden" name="method" value={method} />
          <p>{methodText(t, method, step)}</p>
        </>
      )}
      {live ? (
        <ProofField key={method} t={t} outbox={host.outbox} method={method} error={control.errors.proof} />
      ) : (
        <PlainProofField t={t} outbox={host.outbox} methods={methods} error={control.errors.proof} />
      )}
      <SubmitPart control={control} label={t(method === 'passkey' && live ? 'auth.stepPasskey' : 'common.continue')} />
    </EntryFrame>
  );
}

interface ProofFieldProps {
  readonly t: Translate;
  readonly outbox: string | null;
  readonly error: string | undefined;
}

function ProofField({ t, outbox, method, error }: ProofFieldProps & { readonly method: StepMethod }) {
  if (method === 'passkey') return null;
  if (method === 'sms' || method === 'email') return <SentCode t={t} outbox={outbox} method={method} error={error} />;
  const isRecovery = method === 'recovery';
  return (
    <Field
      name="proof"
      label={t(isRecovery ? 'auth.stepRecoveryCode' : 'auth.stepTotpCode')}
      error={error}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      required
      data-first
    />
  );
}

function SentCode({ t, outbox, method, error }: ProofFieldProps & { readonly method: 'sms' | 'email' }) {
  return (
    <CodeField
      t={t}
      outbox={outbox}
      name="proof"
      label={t('auth.stepCode')}
      error={error}
      countdown={`step-${method}`}
      plainCall="session.stepSend"
      first
      send={() => call(stepSend, { body: { method } })}
      seconds={({ waitSeconds }) => waitSeconds}
    />
  );
}

function PlainProofField({ t, outbox, methods, error }: ProofFieldProps & { readonly methods: readonly StepMethod[] }) {
  const sent = methods.find((method) => method === 'sms' || method === 'email');
  if (sent === 'sms' || sent === 'email') return <SentCode t={t} outbox={outbox} method={sent} error={error} />;
  return <Field name="proof" label={t('auth.stepCode')} error={error} autoComplete="one-time-code" maxLength={64} required />;
}

/** The server's HTML must work without script, which passkeys do not. */
function firstOf(methods: readonly StepMethod[], live: boolean): StepMethod {
  return methods.find((method) => live || method !== 'passkey') ?? 'passkey';
}

function selectedMethod({ target }: ChangeEvent<HTMLFieldSetElement>): StepMethod {
  return (target as unknown as HTMLInputElement).value as StepMethod;
}

function methodText(t: Translate, method: StepMethod, { mobile, email }: StepView): string {
  switch (method) {
    case 'passkey':
      return t('auth.stepByPasskey');
    case 'totp':
      return t('auth.stepByTotp');
    case 'recovery':
      return t('auth.stepByRecovery');
    case 'sms':
      return t('auth.stepBySms', { mobile: mobile ?? '' });
    case 'email':
      return t('auth.stepByEmail', { email: email ?? '' });
  }
}
