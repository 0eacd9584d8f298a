import { useState } from 'react';
import { passwordReset } from '../../../shared/api/accounts/calls.ts';
import { call } from '../../page/call.ts';
import { entryHref } from '../../page/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import controls from '../../ui/controls.module.css';
import { Field } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { newPasswordErrors, passwordRule } from './check-password.ts';
import styles from './entry.module.css';
import { type EntryFormProps, formOf } from './entry-form.ts';
import { EntryFrame, SubmitPart, SuccessPart } from './entry-frame.tsx';
import { NewPasswordField } from './parts/new-password-field.tsx';
import { UsernameField } from './parts/username-field.tsx';
import { useForm } from './use-form.ts';

/** A new password by the link of the message, or by user name and the message's code. */
export function ResetForm({ t, host, form, next, back }: EntryFormProps) {
  const ticket = host.resetTicket;
  const rule = passwordRule(host.register.fields);
  const [completed, setCompleted] = useState(host.done === 'reset');
  const control = useForm({
    t,
    posted: formOf(form, 'member.passwordReset'),
    check: async ({ username = '', verificationCode, newPassword = '', confirmNewPassword = '' }) => ({
      ...(ticket || username ? {} : { username: t('auth.usernameRequired') }),
      ...(ticket || verificationCode ? {} : { verificationCode: t('errors.code_missing') }),
      ...(await newPasswordErrors(t, rule, newPassword, confirmNewPassword, username)),
    }),
    send: ({ username, verificationCode, newPassword = '', confirmNewPassword = '' }) =>
      call(passwordReset, {
        body: { ...(ticket ? { ticket } : { username, verificationCode }), newPassword, confirmNewPassword },
      }),
    onSuccess: () => {
      setCompleted(true);
      return false;
    },
  });
  if (completed)
    return (
      <SuccessPart text={t('auth.resetDone')}>
        <ButtonLink variant="primary" wide href={entryHref('login', next)} data-modal="login" data-first>
          {t('auth.login')}
        </ButtonLink>
      </SuccessPart>
    );
  const { errors, values } = control;
  return (
    <>
      <EntryFrame control={control} callId="member.passwordReset" back={back}>
        {ticket ? (
          <input type="hidden" name="ticket" value={ticket} />
        ) : (
          <>
            <p className={styles.lead}>{t('auth.resetCodeLead')}</p>
            <UsernameField t={t} value={values.username} error={errors.username} />
            <Field
              name="verificationCode"
              label={t('auth.resetCode')}
              error={errors.verificationCode}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={255}
              required
            />
          </>
        )}
        <NewPasswordField t={t} rule={rule} name="newPassword" label={t('auth.newPassword')} error={errors.newPassword} />
        <PasswordField
          t={t}
          name="confirmNewPassword"
          label={t('auth.newPasswordAgain')}
          error={errors.confirmNewPassword}
          autoComplete="new-password"
          maxLength={256}
          required
        />
        <SubmitPart control={control} label={t('auth.resetSave')} />
      </EntryFrame>
      <div className={styles.foot}>
        <a className={controls.link} href={entryHref('forgot', next)} data-modal="forgot">
          {t('auth.askNewLink')}
        </a>
      </div>
    </>
  );
}
