import { sessionLogin } from '../../../shared/api/account-calls.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { announceSession } from '../../runtime/page-session.ts';
import controls from '../../styles/controls.module.css';
import { call } from '../call.ts';
import type { FormView } from '../island-props.ts';
import { entryHref, formAction } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { goOn } from './go-on.ts';
import { useForm } from './use-form.ts';

export interface LoginFormProps {
  readonly t: Translate;
  readonly form: FormView | null;
  readonly next: string | null;
  /** Where a post without script comes back to. */
  readonly back: string;
}

/** Sign in by user name and password; without script it posts to `/login`. */
export function LoginForm({ t, form, next, back }: LoginFormProps) {
  const { busy, message, errors, values, onSubmit, onInput } = useForm({
    t,
    posted: form,
    check: (typed) => ({
      ...(typed.username ? {} : { username: t('auth.usernameRequired') }),
      ...(typed.password ? {} : { password: t('auth.passwordRequired') }),
    }),
    send: (typed) => call(sessionLogin, { body: { username: typed.username ?? '', password: typed.password ?? '' } }),
    done: ({ member, passwordExpired }) => {
      announceSession(member.account);
      return goOn(t, next, passwordExpired);
    },
  });
  return (
    <form
      className={controls.form}
      method="post"
      action={formAction('session.login')}
      noValidate
      onSubmit={onSubmit}
      onInput={onInput}
      aria-busy={busy}
    >
      <input type="hidden" name="back" value={back} />
      {form === null && next ? <FormMessage kind="info" text={t('auth.loginNeeded')} /> : null}
      <FormMessage text={message} />
      <Field
        name="username"
        label={t('auth.username')}
        defaultValue={values.username}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        required
      />
      <PasswordField
        t={t}
        name="password"
        label={t('auth.password')}
        error={errors.password}
        autoComplete="current-password"
        maxLength={256}
        required
      />
      <Button type="submit" variant="primary" wide busy={busy} aria-disabled={busy || undefined}>
        {t('auth.login')}
      </Button>
      <p>
        {t('auth.noAccount')}{' '}
        <a className={controls.link} href={entryHref('register', next)} data-modal="register">
          {t('auth.createAccount')}
        </a>
      </p>
    </form>
  );
}
