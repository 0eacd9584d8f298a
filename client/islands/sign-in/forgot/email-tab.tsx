import { useState } from 'react';
import { passwordEmail } from '../../../../shared/api/accounts/calls.ts';
import { clockText } from '../../../../shared/time.ts';
import { call } from '../../../page/call.ts';
import { PATHS } from '../../../page/paths.ts';
import { closeModal } from '../../../runtime/modals.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import styles from '../entry.module.css';
import { type EntryFormProps, formOf } from '../entry-form.ts';
import { EntryFrame, SubmitPart, SuccessPart } from '../entry-frame.tsx';
import { HumanField } from '../parts/human-field.tsx';
import { OutboxNote } from '../parts/outbox-note.tsx';
import { useChallenge } from '../parts/use-challenge.ts';
import { useCountdown } from '../parts/use-countdown.ts';
import { UsernameField } from '../parts/username-field.tsx';
import { useForm } from '../use-form.ts';

/** Long enough for a message to arrive, short enough to correct a mistyped address. */
const RESEND_SECONDS = 60;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** A link and a code by e-mail. The response is the same for every name and address, so it does not reveal accounts. */
export function EmailTab({ t, host, form, back }: EntryFormProps) {
  const challenge = useChallenge('reset');
  const { left, start } = useCountdown('forgot-email');
  const [sent, setSent] = useState(host.done === 'sent' && form === null);
  const posted = formOf(form, 'member.passwordEmail');
  const control = useForm({
    t,
    posted,
    challenge,
    check: ({ username, email, captcha }) => ({
      ...(username ? {} : { username: t('auth.usernameRequired') }),
      ...(email ? (EMAIL.test(email) ? {} : { email: t('auth.emailInvalid') }) : { email: t('auth.emailRequired') }),
      ...(challenge.captchaRequired && !captcha ? { captcha: t('errors.captcha_required') } : {}),
    }),
    send: ({ username = '', email = '' }, proof) => call(passwordEmail, { body: { username, email, ...proof } }),
    onSuccess: () => {
      start(RESEND_SECONDS);
      setSent(true);
      return false;
    },
  });
  if (sent)
    return (
      <SuccessPart text={t('auth.forgotSent')}>
        <OutboxNote t={t} href={host.outbox} />
        <ButtonLink variant="primary" wide href={PATHS.home} onClick={closeOnly} data-first>
          {t('common.close')}
        </ButtonLink>
      </SuccessPart>
    );
  const { errors, values } = control;
  return (
    <EntryFrame control={control} callId="member.passwordEmail" back={back} challenge={challenge}>
      <p className={styles.lead}>{t('auth.forgotEmailLead')}</p>
      <UsernameField t={t} value={values.username} error={errors.username} />
      <Field
        name="email"
        type="email"
        label={t('auth.field_email')}
        defaultValue={values.email}
        error={errors.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        required
      />
      <HumanField t={t} challenge={challenge} posted={posted ? host.captcha : null} error={errors.captcha} plain="forgot" />
      <SubmitPart
        control={control}
        label={left > 0 ? t('auth.resendIn', { time: clockText(left) }) : t('auth.forgotSend')}
        blocked={left > 0}
      />
    </EntryFrame>
  );
}

/** The link is needed without script only. */
function closeOnly(event: { preventDefault(): void }): void {
  event.preventDefault();
  closeModal();
}
