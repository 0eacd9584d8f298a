import { MEMBER_TYPE } from '../../../shared/constants.ts';
import { normaliseValue } from '../../../shared/rules/check-field.ts';
import type { RegisterValues } from '../../../shared/rules/check-registration.ts';
import { REGISTER_FIELDS } from '../../../shared/rules/register-fields.ts';
import type { NewMember } from './store.ts';

const SECRET_OR_OWN_COLUMN: readonly string[] = [
  'username',
  'password',
  'confirmPassword',
  'paymentPassword',
  'captcha',
  'verificationCode',
  'affiliateCode',
  'referralCode',
];

/** Keeps what the merchant asks for; what has no enabled rule is dropped. Codes come from the address and are kept always. */
export function newMember(
  values: RegisterValues,
  fields: Readonly<Record<string, { enabled: boolean }>>,
  passwordHash: string,
  currency: string,
): Omit<NewMember, 'merchant'> {
  const kept = REGISTER_FIELDS.filter((field) => fields[field]?.enabled && !SECRET_OR_OWN_COLUMN.includes(field));
  const profile = kept.flatMap((field) => {
    const value = normaliseValue(values[field]);
    return value === '' ? [] : [[field, value] as const];
  });
  return {
    account: normaliseValue(values.username),
    type: MEMBER_TYPE.member,
    currency,
    passwordHash,
    affiliateCode: normaliseValue(values.affiliateCode) || undefined,
    referralCode: normaliseValue(values.referralCode) || undefined,
    profile: Object.fromEntries(profile),
    ownPassword: true,
  };
}
