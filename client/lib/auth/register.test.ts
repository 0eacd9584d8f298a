import { expect, test } from 'vitest';
import { PATTERNS } from '../../../shared/rules/patterns.ts';
import { passwordTicks } from './password-ticks.ts';
import { registerInputs } from './register-inputs.ts';

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
  minimumAge: 18,
  termsPreTicked: true,
});

test('only enabled fields are shown, in the order of the form', () => {
  const inputs = registerInputs(
    settings({
      email: rule(3, { required: false }),
      password: rule(9),
      username: rule(1),
      line: rule(0, { enabled: false }),
      captcha: rule(0),
    }),
  );
  expect(inputs.map(({ name, required }) => [name, required])).toEqual([
    ['username', true],
    ['password', true],
    ['email', false],
  ]);
});

test("a birth date in the picker's own order gets the picker", () => {
  expect(registerInputs(settings({ birthday: rule(11) }))[0]?.kind.type).toBe('date');
  expect(registerInputs(settings({ birthday: rule(12) }))[0]?.kind.type).toBeUndefined();
});

test('ticks come one by one while a password is typed', () => {
  const met = (typed: string) => passwordTicks(rule(18), typed).flatMap(({ key, met }) => (met ? [key] : []));
  expect(met('')).toEqual([]);
  expect(met('aB')).toEqual(['tickUpper', 'tickLower']);
  expect(met('aB3$efgh')).toEqual(['tickLength', 'tickUpper', 'tickLower', 'tickDigit', 'tickSymbol']);
  expect(met('aB3$'.repeat(6))).not.toContain('tickLength');
});

test('a pattern that does not come apart is one tick', () => {
  expect(passwordTicks(rule(9), 'with space')).toEqual([{ key: 'tickRule', met: false }]);
  expect(passwordTicks(rule(9), 'no-space')).toEqual([{ key: 'tickRule', met: true }]);
});
