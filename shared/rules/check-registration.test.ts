import { describe, expect, it } from 'vitest';
import type { FieldRule } from './check-field.ts';
import { checkRegistration, type RegisterValues, type RegistrationKind } from './check-registration.ts';
import { PATTERNS } from './patterns.ts';

const TODAY = new Date('2026-11-21T00:00:00Z');
const rule = (patternId: number, minLength: number, maxLength: number, more: Partial<FieldRule> = {}): FieldRule => ({
  enabled: true,
  required: false,
  acceptedPattern: PATTERNS[patternId] ?? '*',
  patternId,
  minLength,
  maxLength,
  ...more,
});
const off = { enabled: false };
const fields = {
  username: rule(1, 6, 16),
  password: rule(9, 8, 20),
  mobileNum: rule(4, 7, 15),
  countryDialingCode: rule(4, 1, 4, off),
  verificationCode: rule(0, 0, 255),
  paymentPassword: rule(4, 6, 6),
};
const good = { username: 'captain7', password: 'calm-tide-9', paymentPassword: '480159' };
const mobile = { mobileNum: '491570156', countryDialingCode: '61', verificationCode: '123456' };

/** Refused fields with their codes, by the rules above with some replaced. */
function refused(values: RegisterValues, kind: RegistrationKind = {}, replaced: Record<string, FieldRule> = {}, withPassword = true) {
  const rules = { fields: { ...fields, ...replaced }, minimumAge: 18, mobileWithPassword: withPassword };
  return Object.fromEntries(Object.entries(checkRegistration(rules, values, TODAY, kind)).map(([field, { code }]) => [field, code]));
}

describe('the form by user name', () => {
  it('requires name and password regardless of their flags, also without a rule', () => {
    expect(refused({ paymentPassword: '480159' })).toEqual({ username: 'field_required', password: 'field_required' });
    expect(Object.keys(checkRegistration({ fields: {}, minimumAge: 18 }, {}, TODAY))).toEqual(['username', 'password']);
  });

  it('uses the password as its repetition if none was sent', () => {
    const confirmed = { confirmPassword: rule(9, 8, 20, { required: true }) };
    expect(refused(good, {}, confirmed)).toEqual({});
    expect(refused({ ...good, confirmPassword: '' }, {}, confirmed)).toEqual({ confirmPassword: 'field_mismatch' });
  });

  it('requires dialling code and SMS code with a number, and neither without one', () => {
    expect(refused(good)).toEqual({});
    expect(refused({ ...good, mobileNum: '491570156' })).toEqual({
      countryDialingCode: 'field_required',
      verificationCode: 'field_required',
    });
    expect(refused({ ...good, ...mobile })).toEqual({});
    expect(refused({ ...good, ...mobile, verificationCode: '' }, { phoneVerified: true })).toEqual({});
  });

  it('requires no code if the merchant has switched it off', () => {
    const noCode = { verificationCode: rule(0, 0, 255, off) };
    expect(refused({ ...good, mobileNum: '491570156', countryDialingCode: '61' }, {}, noCode)).toEqual({});
    const noNumber = { mobileNum: rule(4, 7, 15, off), verificationCode: rule(0, 0, 255, { required: true }) };
    expect(refused(good, {}, noNumber)).toEqual({});
  });

  it('requires the payment password if it is enabled, and a strong one', () => {
    expect(refused({ ...good, paymentPassword: '' })).toEqual({ paymentPassword: 'field_required' });
    expect(refused({ ...good, paymentPassword: '123456' })).toEqual({ paymentPassword: 'field_password_common' });
    expect(refused({ ...good, paymentPassword: '' }, {}, { paymentPassword: rule(4, 6, 6, off) })).toEqual({});
  });
});

describe('the form by mobile number', () => {
  const form = { form: 'mobile' } as const;
  const rest = { password: 'calm-tide-9', paymentPassword: '480159' };

  it('requires number, dialling code, SMS code and password, and no user name', () => {
    const { username: _none, ...without } = fields;
    expect(refused({}, form)).toEqual({
      password: 'field_required',
      mobileNum: 'field_required',
      verificationCode: 'field_required',
      paymentPassword: 'field_required',
      countryDialingCode: 'field_required',
    });
    expect(refused({ ...rest, ...mobile }, form, without)).toEqual({});
  });

  it('requires them even if the other form does not', () => {
    const hidden = { mobileNum: rule(4, 7, 15, off), verificationCode: rule(0, 0, 255, off) };
    expect(Object.keys(refused(rest, form, hidden))).toEqual(['mobileNum', 'verificationCode', 'countryDialingCode']);
    expect(refused({ ...rest, mobileNum: '491570156', countryDialingCode: '61' }, { ...form, phoneVerified: true }, hidden)).toEqual({});
  });

  it('leaves the password out if the merchant registers without one', () => {
    expect(refused({ ...mobile, paymentPassword: '480159' }, form, {}, false)).toEqual({});
    expect(refused({ ...mobile, paymentPassword: '480159' }, form)).toEqual({ password: 'field_required' });
  });

  it('refuses the number as its own password', () => {
    expect(refused({ ...rest, ...mobile, password: '491570156' }, form)).toEqual({ password: 'field_password_common' });
  });
});
