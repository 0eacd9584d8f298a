import { useState } from 'react';
import { memberPassword } from '../../../shared/api/accounts/calls.ts';
import { sessionLogout } from '../../../shared/api/session/calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type FieldRule, fieldTextKey } from '../../../shared/rules/check-field.ts';
import { call } from '../../page/call.ts';
import { formAction } from '../../page/paths.ts';
import { clearSession } from '../../page/session-store.ts';
import { pageAccount } from '../../runtime/page-session.ts';
import { Button } from '../../ui/button.tsx';
import display from '../../ui/display.module.css';
import { FormMessage } from '../../ui/form-message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import styles from './entry.module.css';
import type { EntryFormProps } from './entry-form.ts';
import { NewPasswordField } from './parts/new-password-field.tsx';
import { useHydrated } from './parts/use-hydrated.ts';
import { type FieldErrors, type FormValues, useForm } from './use-form.ts';

const CALL = 'member.password';
/** Page after a password change. */
const SUCCESS_PATH = '/';
/** Used if the merchant has no rule; the platform decides. */
const ANY_PASSWORD: FieldRule = { enabled: true, required: true, acceptedPattern: '*', patternId: 0, minLength: 1, maxLength: 256 };

export interface ChangePasswordFormProps extends Pick<EntryFormProps, 't' | 'host' | 'form' | 'back'> {
  readonly next: string | null;
  /** Required right after a sign-in: the old password is not needed, and the only other action is to log out. */
  readonly forced: boolean;
  /** Needed in any case. */
  readonly oldPassword: boolean;
}

/** Password change. Right after a sign-in that requires it, the old password is not needed. */
export function ChangePasswordForm({ t, host, form, forced, oldPassword }: ChangePasswordFormProps) {
  const posted = form?.call === CALL ? form : null;
  // The period in which the old password is not needed may have ended.
  const [requiresOldPassword, setRequiresOldPassword] = useState(!forced || oldPassword || Boolean(posted?.message));
  const account = useHydrated() ? pageAccount() : null;
  const rule = host.register.fields.password ?? ANY_PASSWORD;
  const { busy, message, errors, onSubmit, onInput } = useForm({
    t,
    posted,
    check: (typed) => check(t, rule, typed, requiresOldPassword),
    async send({ oldPassword, newPassword = '', confirmNewPassword = '' }) {
      const answer = await call(memberPassword, {
        body: { newPassword, confirmNewPassword, ...(requiresOldPassword && oldPassword ? { oldPassword } : {}) },
      });
      if (!answer.success && answer.code === 'old_password_wrong') setRequiresOldPassword(true);
      return answer;
    },
    onSuccess() {
      location.assign(SUCCESS_PATH);
      return true;
    },
  });
  return (
    <>
      <form
        className={styles.form}
        method="post"
        action={formAction(CALL)}
        noValidate
        aria-busy={busy}
        onSubmit={onSubmit}
        onInput={onInput}
      >
        <input type="hidden" name="back" value="/login?view=change-password" />
        <p className={styles.lead}>{t(forced ? 'security.mustChangeText' : 'security.changeText')}</p>
        <FormMessage text={message} />
        {requiresOldPassword ? (
          <PasswordField
            t={t}
            name="oldPassword"
            label={t('security.oldPassword')}
            error={errors.oldPassword}
            autoComplete="current-password"
            maxLength={256}
            required
          />
        ) : null}
        <NewPasswordField t={t} rule={rule} name="newPassword" label={t('security.newPassword')} error={errors.newPassword} />
        <PasswordField
          t={t}
          name="confirmNewPassword"
          label={t('security.confirmNewPassword')}
          error={errors.confirmNewPassword}
          autoComplete="new-password"
          maxLength={256}
          required
        />
        <Button type="submit" variant="primary" wide busy={busy} aria-disabled={busy || undefined}>
          {t('security.savePassword')}
        </Button>
        {account ? (
          // Lets password managers store the new password under the right user name.
          <input className={display.hidden} type="text" autoComplete="username" value={account} readOnly tabIndex={-1} aria-hidden="true" />
        ) : null}
      </form>
      {forced ? <SignOut t={t} /> : <p className={styles.lead}>{t('security.changeEndsOthers')}</p>}
    </>
  );
}

function SignOut({ t }: { readonly t: Translate }) {
  return (
    <form
      className={styles.foot}
      method="post"
      action={formAction('session.logout')}
      onSubmit={(event) => {
        event.preventDefault();
        void call(sessionLogout).finally(() => {
          clearSession();
          location.assign(SUCCESS_PATH);
        });
      }}
    >
      <input type="hidden" name="back" value="/index" />
      <Button type="submit" variant="ghost">
        {t('security.signOutInstead')}
      </Button>
    </form>
  );
}

async function check(t: Translate, rule: FieldRule, typed: FormValues, requiresOldPassword: boolean): Promise<FieldErrors> {
  const { oldPassword = '', newPassword = '', confirmNewPassword = '' } = typed;
  // The rules are loaded at the first submit. The platform checks them again, and is the only check if they fail to
  // load.
  const rules = await import('../../../shared/rules/check-registration.ts').catch(() => null);
  const problems = rules ? Object.entries(rules.checkNewPassword(rule, newPassword, confirmNewPassword, pageAccount() ?? '')) : [];
  return {
    ...(requiresOldPassword && !oldPassword ? { oldPassword: t('security.oldPasswordRequired') } : {}),
    ...Object.fromEntries(problems.map(([field, problem]) => [field, t(fieldTextKey(problem), problem.params)])),
    ...(confirmNewPassword ? {} : { confirmNewPassword: t('errors.field_required') }),
  };
}
