import { useState } from 'react';
import { memberRegister, type RegisterSettings } from '../../../shared/api/account-calls.ts';
import { REGISTER_METHOD } from '../../../shared/constants.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { type FieldRule, fieldTextKey } from '../../../shared/rules/check-field.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import { announceSession } from '../../runtime/page-session.ts';
import controls from '../../styles/controls.module.css';
import { call } from '../call.ts';
import type { FormView } from '../island-props.ts';
import { entryHref, formAction } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormMessage } from '../ui/form-message.tsx';
import { Icon } from '../ui/icon.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import styles from './auth.module.css';
import { goOn } from './go-on.ts';
import { passwordTicks } from './password-ticks.ts';
import { type RegisterInput, registerInputs } from './register-inputs.ts';
import { type FieldErrors, useForm } from './use-form.ts';

export interface RegisterFormProps {
  readonly t: Translate;
  readonly form: FormView | null;
  readonly next: string | null;
  /** Where a post without script comes back to. */
  readonly back: string;
  readonly settings: RegisterSettings;
  readonly referralCode: string;
  readonly termsHref: string;
}

/** Registration by user name after the merchant's rules; without script it posts to `/register`. */
export function RegisterForm({ t, form, next, back, settings, referralCode, termsHref }: RegisterFormProps) {
  const [password, setPassword] = useState('');
  const { busy, message, errors, values, onSubmit, onInput } = useForm({
    t,
    posted: form,
    check: (typed) => check(t, settings, typed),
    send: (typed) => call(memberRegister, { body: registration(typed) }),
    done: ({ member }) => {
      announceSession(member.account);
      return goOn(t, next, false);
    },
  });
  if (!settings.usernameRegister) return <FormMessage kind="info" text={t('auth.registerClosed')} />;
  const inputs = registerInputs(settings);
  const passwordRule = settings.fields.password;
  return (
    <form
      className={controls.form}
      method="post"
      action={formAction('member.register')}
      noValidate
      aria-busy={busy}
      onSubmit={onSubmit}
      onInput={(event) => {
        const field = event.target as HTMLInputElement;
        if (field.name === 'password') setPassword(field.value);
        onInput(event);
      }}
    >
      <input type="hidden" name="back" value={back} />
      <FormMessage text={message} />
      {inputs.map((input) => (
        <RegisterControl
          key={input.name}
          t={t}
          input={input}
          value={values[input.name] ?? (input.name === 'referralCode' ? referralCode : '')}
          error={errors[input.name]}
        >
          {input.name === 'password' && passwordRule ? <Ticks t={t} rule={passwordRule} typed={password} /> : null}
        </RegisterControl>
      ))}
      {referralCode && !inputs.some(({ name }) => name === 'referralCode') ? (
        <input type="hidden" name="referralCode" value={referralCode} />
      ) : null}
      <Terms t={t} settings={settings} href={termsHref} error={errors.agreed} />
      <Button type="submit" variant="primary" wide busy={busy} aria-disabled={busy || undefined}>
        {t('auth.createAccount')}
      </Button>
      <p>
        {t('auth.haveAccount')}{' '}
        <a className={controls.link} href={entryHref('login', next)} data-modal="login">
          {t('auth.login')}
        </a>
      </p>
    </form>
  );
}

interface ControlProps {
  readonly t: Translate;
  readonly input: RegisterInput;
  readonly value: string;
  readonly error: string | undefined;
  readonly children: React.ReactNode;
}

function RegisterControl({ t, input, value, error, children }: ControlProps) {
  const { type, ...kind } = input.kind;
  const field = {
    name: input.name,
    label: t(`auth.field_${input.name}`),
    optional: input.required ? undefined : t('common.optional'),
    required: input.required,
    maxLength: input.maxLength,
    error,
    ...kind,
  };
  if (type !== 'password') return <Field {...field} type={type} defaultValue={value} />;
  return (
    <div className={styles.withTicks}>
      <PasswordField {...field} t={t} />
      {children}
    </div>
  );
}

function Ticks({ t, rule, typed }: { readonly t: Translate; readonly rule: FieldRule; readonly typed: string }) {
  const length = rule.minLength === rule.maxLength ? `${rule.minLength}` : `${rule.minLength}–${rule.maxLength}`;
  return (
    <ul className={styles.ticks}>
      {passwordTicks(rule, typed).map(({ key, met }) => (
        <li key={key} data-met={met || undefined}>
          <Icon name={met ? 'circle-check' : 'circle-dot'} small />
          {key === 'tickRule' ? t(`errors.rule_${rule.patternId}`, { length }) : t(`auth.${key}`, { length })}
        </li>
      ))}
    </ul>
  );
}

interface TermsProps {
  readonly t: Translate;
  readonly settings: RegisterSettings;
  readonly href: string;
  readonly error: string | undefined;
}

function Terms({ t, settings, href, error }: TermsProps) {
  return (
    <div className={controls.field}>
      <label className={controls.check}>
        <input
          type="checkbox"
          name="agreed"
          defaultChecked={settings.termsPreTicked}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
        />
        <span>
          {t('auth.agree', { age: settings.minimumAge })}{' '}
          <a className={controls.link} href={href} target="_blank" rel="noreferrer">
            {t('auth.terms')}
          </a>
        </span>
      </label>
      <p className={controls.error} id="terms-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** The rules come with the first submit; the platform checks them again, and alone where they do not come. */
async function check(t: Translate, settings: RegisterSettings, typed: Readonly<Record<string, string>>): Promise<FieldErrors> {
  const rules = await import('../../../shared/rules/check-registration.ts').catch(() => null);
  const problems = rules ? Object.entries(rules.checkRegistration(settings, typed, new Date())) : [];
  return {
    ...Object.fromEntries(problems.map(([field, problem]) => [field, t(fieldTextKey(problem), problem.params)])),
    ...(typed.agreed ? {} : { agreed: t('errors.terms_required') }),
  };
}

function registration(typed: Readonly<Record<string, string>>) {
  const fields = REGISTER_FIELDS.flatMap((field) => (typed[field] === undefined ? [] : [[field, typed[field]] as const]));
  return {
    ...Object.fromEntries(fields),
    agreed: typed.agreed !== undefined,
    domain: location.host,
    registerUrl: location.href.slice(0, 512),
    registerMethod: REGISTER_METHOD,
    login: true as const,
  } as const;
}
