import type { ReactNode } from 'react';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { RegisterSettings } from '../../../shared/api/register/schemas.ts';
import { smsRegister } from '../../../shared/api/verification/calls.ts';
import type { SentCode } from '../../../shared/api/verification/schemas.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { allowsAnything, type FieldRule, lengthText } from '../../../shared/rules/check-field.ts';
import display from '../../ui/display.module.css';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeField } from '../sign-in/parts/code-field.tsx';
import { HumanField } from '../sign-in/parts/human-field.tsx';
import { MobileField } from '../sign-in/parts/mobile-field.tsx';
import { NewPasswordField } from '../sign-in/parts/new-password-field.tsx';
import type { Challenge } from '../sign-in/parts/use-challenge.ts';
import type { CountryView } from '../sign-in/props.ts';
import type { FieldErrors, FormValues } from '../sign-in/use-form.ts';
import type { AffiliateOfAddress } from './register-affiliate.ts';
import type { RegisterInput } from './register-inputs.ts';
import { codeSeconds } from './register-send.ts';

export interface RegisterControlProps {
  readonly t: Translate;
  /** Address of the demo's outbox. */
  readonly outbox: string | null;
  readonly input: RegisterInput;
  readonly settings: RegisterSettings;
  readonly values: FormValues;
  readonly errors: FieldErrors;
  readonly affiliate: AffiliateOfAddress;
  readonly referralCode: string;
  readonly recommenderId: string;
  readonly countries: readonly CountryView[] | null;
  readonly codeChallenge: Challenge;
  readonly sendCode: () => Promise<Envelope<SentCode> | null>;
}

/** One field of the registration form, with the control that fits it. */
export function RegisterControl(props: RegisterControlProps): ReactNode {
  const { t, input, settings, values, errors } = props;
  const { name } = input;
  const rule = settings.fields[name];
  switch (name) {
    case 'mobileNum':
      return <MobileField t={t} countries={props.countries} values={values} errors={errors} optional={optionalText(t, input)} />;
    case 'verificationCode':
      return <Code {...props} />;
    case 'password':
      if (rule) return <NewPasswordField t={t} rule={rule} name={name} label={t('auth.field_password')} error={errors.password} />;
      return <Plain {...props} />;
    case 'affiliateCode':
      return <Affiliate {...props} />;
    default:
      return <Plain {...props} />;
  }
}

function Plain({ t, input, settings, values, errors, ...props }: RegisterControlProps) {
  const { name, required, maxLength } = input;
  const { type, ...kind } = input.kind;
  const field = {
    name,
    label: t(`auth.field_${name}`),
    hint: hintOf(t, name, settings.fields[name]),
    optional: optionalText(t, input),
    required,
    maxLength,
    error: errors[name],
    ...kind,
  };
  if (type === 'password') return <PasswordField {...field} t={t} />;
  const given = GIVEN[name]?.(props) ?? '';
  return <Field {...field} type={type} defaultValue={values[name] ?? given} />;
}

/** Values from the address. */
const GIVEN: Readonly<
  Partial<Record<RegisterInput['name'], (props: Pick<RegisterControlProps, 'referralCode' | 'recommenderId' | 'affiliate'>) => string>>
> = {
  referralCode: ({ referralCode }) => referralCode,
  recommenderId: ({ recommenderId }) => recommenderId,
  affiliateCode: ({ affiliate }) => affiliate.code,
};

function hintOf(t: Translate, name: RegisterInput['name'], rule: FieldRule | undefined): string | undefined {
  if (name === 'paymentPassword') return t('register.paymentHint', { length: rule?.maxLength ?? 0 });
  return name === 'username' && rule && !allowsAnything(rule)
    ? t(`errors.rule_${rule.patternId}`, { length: lengthText(rule) })
    : undefined;
}

function Code({ t, outbox, input, errors, codeChallenge, sendCode }: RegisterControlProps) {
  return (
    <>
      <HumanField error={undefined} t={t} challenge={codeChallenge} posted={null} second />
      <CodeField
        t={t}
        outbox={outbox}
        name="verificationCode"
        label={t('register.code')}
        error={errors.verificationCode}
        optional={optionalText(t, input)}
        send={sendCode}
        seconds={codeSeconds}
        countdown="register"
        plainCall={smsRegister.id}
      />
    </>
  );
}

/** A valid code from the address needs no field. */
function Affiliate(props: RegisterControlProps) {
  const { t, affiliate, errors } = props;
  if (affiliate.state === 'good')
    return (
      <p className={display.message} data-kind="done" role="status">
        <Icon name="circle-check" />
        {t('register.affiliateApplied', { code: affiliate.code })}
      </p>
    );
  const bad = affiliate.state === 'bad' ? t('errors.affiliate_invalid') : undefined;
  return <Plain {...props} errors={bad ? { affiliateCode: bad, ...errors } : errors} />;
}

function optionalText(t: Translate, { required }: RegisterInput): string {
  return required ? '' : t('common.optional');
}
