import type { InputHTMLAttributes } from 'react';
import type { RegisterSettings } from '../../../shared/api/register/schemas.ts';
import { REGISTER_FIELDS, type RegisterField, ruleOf } from '../../../shared/rules/register-fields.ts';

export type RegisterTab = 'username' | 'mobile';

/** Rendered as part of another field, or by the human check. */
const HIDDEN_FIELDS: readonly RegisterField[] = ['captcha', 'countryDialingCode'];

type InputKind = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode' | 'autoCapitalize' | 'spellCheck'>;
const PLAIN_TEXT: InputKind = { autoCapitalize: 'none', spellCheck: false };

const KINDS: Readonly<Partial<Record<RegisterField, InputKind>>> = {
  username: { ...PLAIN_TEXT, autoComplete: 'username' },
  password: { type: 'password', autoComplete: 'new-password' },
  confirmPassword: { type: 'password', autoComplete: 'new-password' },
  paymentPassword: { type: 'password', inputMode: 'numeric', autoComplete: 'off' },
  payeeName: { autoComplete: 'name', spellCheck: false },
  email: { ...PLAIN_TEXT, type: 'email', inputMode: 'email', autoComplete: 'email' },
  qqNum: { ...PLAIN_TEXT, inputMode: 'numeric', autoComplete: 'off' },
  whatsapp: { ...PLAIN_TEXT, inputMode: 'tel', autoComplete: 'off' },
  birthday: { inputMode: 'numeric', autoComplete: 'bday' },
};

export interface RegisterInput {
  readonly name: RegisterField;
  readonly required: boolean;
  readonly maxLength: number;
  readonly kind: InputKind;
}

/**
 * The inputs of a tab in order; fields that the merchant does not request are left out. `showAffiliate`: the address
 * has an invitation code, whose field is shown even if the merchant does not request one.
 */
export function registerInputs(settings: RegisterSettings, tab: RegisterTab, showAffiliate = false): readonly RegisterInput[] {
  const form = { form: tab };
  // A placeholder number, so that the code of a number is included.
  const requested = (name: RegisterField) =>
    !HIDDEN_FIELDS.includes(name) && (ruleOf(name, settings, { mobileNum: '0' }, form) || (name === 'affiliateCode' && showAffiliate));
  return inOrder(tab)
    .filter(requested)
    .map((name) => {
      const { patternId = 0, maxLength = 255 } = settings.fields[name] ?? {};
      const kind = dateKind(name, patternId) ?? KINDS[name] ?? { ...PLAIN_TEXT, autoComplete: 'off' };
      return { name, required: ruleOf(name, settings, {}, form)?.required ?? false, maxLength, kind };
    });
}

/** The code is below its number. The number comes first if it is the login name. */
function inOrder(tab: RegisterTab): readonly RegisterField[] {
  const others = REGISTER_FIELDS.filter((name) => name !== 'mobileNum' && name !== 'verificationCode');
  const place = tab === 'mobile' ? 0 : REGISTER_FIELDS.indexOf('mobileNum');
  return [...others.slice(0, place), 'mobileNum', 'verificationCode', ...others.slice(place)];
}

/** The browser's date picker writes yyyy-MM-dd, which is pattern 11. */
function dateKind(name: RegisterField, patternId: number): InputKind | undefined {
  return name === 'birthday' && patternId === 11 ? { type: 'date', autoComplete: 'bday' } : undefined;
}
