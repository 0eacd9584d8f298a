import type { InputHTMLAttributes } from 'react';
import type { RegisterSettings } from '../../../shared/api/account-calls.ts';
import { REGISTER_FIELDS, type RegisterField } from '../../../shared/rules/register-fields.ts';

/** Fields that the registration form by user name draws itself, in another way, or not at all. */
const NOT_DRAWN: ReadonlySet<RegisterField> = new Set(['captcha', 'verificationCode', 'countryDialingCode']);

type InputKind = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>;
const PLAIN_WORD: InputKind = { autoCapitalize: 'none', spellCheck: false };

const KINDS: Readonly<Partial<Record<RegisterField, InputKind>>> = {
  username: { ...PLAIN_WORD, autoComplete: 'username' },
  password: { type: 'password', autoComplete: 'new-password' },
  confirmPassword: { type: 'password', autoComplete: 'new-password' },
  paymentPassword: { type: 'password', autoComplete: 'off' },
  payeeName: { autoComplete: 'name', spellCheck: false },
  email: { ...PLAIN_WORD, type: 'email', inputMode: 'email', autoComplete: 'email' },
  mobileNum: { type: 'tel', inputMode: 'tel', autoComplete: 'tel-national' },
  qqNum: { ...PLAIN_WORD, inputMode: 'numeric', autoComplete: 'off' },
  whatsapp: { ...PLAIN_WORD, inputMode: 'tel', autoComplete: 'off' },
  birthday: { inputMode: 'numeric', autoComplete: 'bday' },
};

export interface RegisterInput {
  readonly name: RegisterField;
  readonly required: boolean;
  readonly maxLength: number;
  readonly kind: InputKind;
}

/** The inputs of the form in their order; fields that are not enabled are left out. */
export function registerInputs(settings: RegisterSettings): readonly RegisterInput[] {
  return REGISTER_FIELDS.flatMap((name) => {
    const rule = settings.fields[name];
    if (!rule?.enabled || NOT_DRAWN.has(name)) return [];
    const kind = KINDS[name] ?? { ...PLAIN_WORD, autoComplete: 'off' };
    return [{ name, required: rule.required, maxLength: rule.maxLength, kind: dateKind(name, rule.patternId) ?? kind }];
  });
}

/** The browser's own date picker writes yyyy-MM-dd, which is pattern 11. */
function dateKind(name: RegisterField, patternId: number): InputKind | undefined {
  return name === 'birthday' && patternId === 11 ? { type: 'date', autoComplete: 'bday' } : undefined;
}
