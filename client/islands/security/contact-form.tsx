import { useRef, useState } from 'react';
import { contactConfirm, contactSend } from '../../../shared/api/security/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { formAction } from '../../page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { callConfirmed, wasCancelled } from '../sign-in/call-confirmed.ts';
import { mobileProblem } from '../sign-in/parts/check-mobile.ts';
import { CodeField } from '../sign-in/parts/code-field.tsx';
import { MobileField } from '../sign-in/parts/mobile-field.tsx';
import { type FieldErrors, type FormValues, useForm, valuesOf } from '../sign-in/use-form.ts';
import type { SecurityContactProps } from './props.ts';
import styles from './security.module.css';

const SEND = 'member.contactSend';
const CONFIRM = 'member.contactConfirm';

export interface ContactFormProps extends SecurityContactProps {
  readonly t: Translate;
  readonly onSaved: () => void;
}

/** A new contact and the code sent to it. */
export function ContactForm({ t, outbox, channel, countries, form, sent, page, onSaved }: ContactFormProps) {
  const box = useRef<HTMLFormElement>(null);
  const [cancelled, setCancelled] = useState(false);
  const posted = form?.call === SEND || form?.call === CONFIRM ? form : null;
  const { busy, message, errors, values, onSubmit, onInput, refuse } = useForm({
    t,
    posted: posted && { ...posted, message: sent ? '' : posted.message },
    async check(typed) {
      const problems = await checkContact(t, channel, typed);
      return typed.verificationCode ? problems : { ...problems, verificationCode: t('security.contactCodeRequired') };
    },
    send: (typed) =>
      callConfirmed(contactConfirm, { body: { ...contactOf(channel, typed), verificationCode: typed.verificationCode ?? '' } }),
    onSuccess() {
      onSaved();
      return false;
    },
  });

  async function send() {
    const typed = box.current ? valuesOf(box.current) : {};
    const problems = await checkContact(t, channel, typed);
    refuse(problems);
    setCancelled(false);
    if (Object.keys(problems).length > 0) return null;
    const answer = await callConfirmed(contactSend, { body: contactOf(channel, typed) });
    if (!wasCancelled(answer)) return answer;
    setCancelled(true);
    return null;
  }

  return (
    <form
      ref={box}
      className={styles.contact}
      method="post"
      action={formAction(CONFIRM)}
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <input type="hidden" name="channel" value={channel} />
      <input type="hidden" name="back" value={page} />
      <FormMessage text={message || (cancelled ? t('errors.confirmation_required') : '')} />
      <FormMessage kind="info" text={sent ? t('security.contactCodeSent') : ''} />
      {channel === 'sms' ? (
        <MobileField t={t} countries={countries} values={values} errors={errors} />
      ) : (
        <Field
          name="email"
          label={t('security.contactNewEmail')}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          defaultValue={values.email}
          error={errors.email}
          maxLength={254}
          required
        />
      )}
      <CodeField
        t={t}
        outbox={outbox}
        name="verificationCode"
        label={t('security.contactCode')}
        error={errors.verificationCode}
        send={send}
        seconds={({ expiredMinutes }) => expiredMinutes * 60}
        countdown={`contact-${channel}`}
        plainCall={SEND}
      />
      <Button type="submit" variant="primary" busy={busy} aria-disabled={busy || undefined}>
        {t('security.contactSave')}
      </Button>
    </form>
  );
}

function contactOf(channel: SecurityContactProps['channel'], { mobileNum, countryDialingCode, email }: FormValues) {
  return channel === 'sms' ? { channel, mobileNum, countryDialingCode } : { channel, email };
}

async function checkContact(t: Translate, channel: SecurityContactProps['channel'], typed: FormValues): Promise<FieldErrors> {
  if (channel === 'sms') {
    const problem = await mobileProblem(t, typed.countryDialingCode, typed.mobileNum);
    return problem ? { mobileNum: problem } : {};
  }
  if (!typed.email) return { email: t('security.contactEmailRequired') };
  return /^\S+@\S+\.\S+$/.test(typed.email) ? {} : { email: t('errors.field_format') };
}
