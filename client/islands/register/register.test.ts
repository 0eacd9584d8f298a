import { expect, test } from 'vitest';
import { PATTERNS } from '../../../shared/rules/patterns.ts';
import { passwordRequirements } from '../sign-in/password-requirements.ts';
import { type RegisterTab, registerInputs } from './register-inputs.ts';

const rule = (patternId: number, more: object = {}) => ({
  enabled: true,
  required: true,
  acceptedPattern: PATTERNS[patternId] ?? '*',
  patternId,
  minLength: 8,
  maxLength: 20,
  ...more,
});
const settings = (fields: object) => ({
  fields: fields as never,
  mobileRegister: false,
  usernameRegister: true,
  mobileWithPassword: true,
  minimumAge: 18,
  termsPreTicked: true,
});

const inputsOf = (fields: object, tab: RegisterTab = 'username', more: object = {}) =>
  registerInputs({ ...settings(fields), ...more }, tab).map(({ name, required }) => [name, required]);

test('shows only requested fields, in the order of the form', () => {
  const fields = {
    email: rule(3, { required: false }),
    password: rule(9),
    username: rule(1),
    line: rule(0, { enabled: false }),
    captcha: rule(0),
  };
  expect(inputsOf(fields)).toEqual([
    ['username', true],
    ['password', true],
    ['email', false],
  ]);
});

test('the number comes first if it is the login name, with its code below', () => {
  const fields = { username: rule(1), password: rule(9), payeeName: rule(19) };
  expect(inputsOf(fields, 'mobile')).toEqual([
    ['mobileNum', true],
    ['verificationCode', true],
    ['password', true],
    ['payeeName', true],
  ]);
  expect(inputsOf(fields, 'mobile', { mobileWithPassword: false }).map(([name]) => name)).toEqual([
    'mobileNum',
    'verificationCode',
    'payeeName',
  ]);
});

test('an optional number includes its code', () => {
  const fields = { mobileNum: rule(4, { required: false }), verificationCode: rule(0, { required: false }), recommenderId: rule(7) };
  expect(inputsOf(fields)).toEqual([
    ['username', true],
    ['password', true],
    ['mobileNum', false],
    ['verificationCode', false],
    ['recommenderId', true],
  ]);
});

test('an invitation code in the address has its field even if the merchant does not request one', () => {
  const names = (showAffiliate: boolean) => registerInputs(settings({}), 'username', showAffiliate).map(({ name }) => name);
  expect(names(false)).not.toContain('affiliateCode');
  expect(names(true)).toContain('affiliateCode');
});

test("a birth date in the picker's format uses the picker", () => {
  const kindOf = (patternId: number) =>
    registerInputs(settings({ birthday: rule(patternId) }), 'username').find(({ name }) => name === 'birthday')?.kind.type;
  expect(kindOf(11)).toBe('date');
  expect(kindOf(12)).toBeUndefined();
});

test('requirements are met one by one while a password is typed', () => {
  const met = (typed: string) => passwordRequirements(rule(18), typed).flatMap(({ key, met }) => (met ? [key] : []));
  expect(met('')).toEqual([]);
  expect(met('aB')).toEqual(['tickUpper', 'tickLower']);
  expect(met('aB3$efgh')).toEqual(['tickLength', 'tickUpper', 'tickLower', 'tickDigit', 'tickSymbol']);
  expect(met('aB3$'.repeat(6))).not.toContain('tickLength');
});

test('a pattern without separate requirements is one requirement', () => {
  expect(passwordRequirements(rule(9), 'with space')).toEqual([{ key: 'tickRule', met: false }]);
  expect(passwordRequirements(rule(9), 'no-space')).toEqual([{ key: 'tickRule', met: true }]);
});

test('a rule that allows anything has no requirements', () => {
  expect(passwordRequirements({ ...rule(0), acceptedPattern: '*', minLength: 0, maxLength: 255 }, '')).toEqual([]);
});

test('a pattern that cannot be evaluated is left to the platform', () => {
  expect(passwordRequirements({ ...rule(20), acceptedPattern: '(?=.*[0-9])[a-z0-9]+' }, 'harbour')).toEqual([
    { key: 'tickRule', met: false },
  ]);
});
