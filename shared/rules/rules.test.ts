import { describe, expect, it } from 'vitest';
import { allowsAnything, checkField, type FieldRule, fieldTextKey } from './check-field.ts';
import { checkNewPassword, checkRegistration } from './check-registration.ts';
import { isCommonPassword } from './common-passwords.ts';
import { matchesPattern, PATTERNS } from './patterns.ts';

const TODAY = new Date('2026-11-21T00:00:00Z');
const rule = (patternId: number, minLength = 1, maxLength = 20, required = true): FieldRule => ({
  enabled: true,
  required,
  acceptedPattern: PATTERNS[patternId] ?? '',
  patternId,
  minLength,
  maxLength,
});
const settings = (fields: Record<string, FieldRule>) => ({ fields, minimumAge: 18 });
const demo = settings({ username: rule(1, 6, 16), password: rule(9, 8, 20) });

describe('pattern kinds', () => {
  it.each<[number, string, readonly string[], readonly string[]]>([
    [0, 'any characters', ['x', '汉 !'], []],
    [1, 'letter first, then letters or digits', ['a1', 'Abc'], ['1a', 'a b', 'a_b', 'é']],
    [2, 'Chinese characters and digits', ['汉字9', '12'], ['abc', '汉 字']],
    [3, 'e-mail', ['a.b+c@mail.example.com'], ['a@b', 'a b@c.de', '@c.de', 'a@-c.de', 'a@c.de\n']],
    [4, 'digits only', ['0123'], ['1a', '-1', '1.0', '١']],
    [5, 'letters plus digits', ['a1', '1a'], ['ab', '12', 'a1!']],
    [6, 'letters plus digits with an upper-case letter', ['A1', 'aB2'], ['a1', 'AB', 'A1!']],
    [7, 'alphanumeric without specials', ['ab', '12'], ['a!', 'a b']],
    [8, 'letters and spaces', ['Ann Lee'], ['Ann1', 'Ann-Lee']],
    [9, 'no spaces', ['a!汉'], ['a b', 'a\u00a0b']],
    [10, 'Chinese characters and punctuation', ['汉字。'], ['汉a', '汉1']],
    [11, 'date yyyy-MM-dd', ['1990-12-31'], ['1990-13-01', '90-12-31', '12-31-1990']],
    [12, 'date MM-dd-yyyy', ['12-31-1990'], ['31-12-1990', '1990-12-31']],
    [13, 'Korean only', ['김철수'], ['Kim', '김 a']],
    [14, 'Thai only', ['สมชาย'], ['Somchai', 'สม1']],
    [15, 'Thai or English with spaces', ['สมชาย Lee'], ['สม1', '汉']],
    [16, 'upper case and spaces with a letter', ['ANN LEE'], ['Ann', ' ', 'ANN1']],
    [17, 'letters, digits and symbols', ['aB1!~'], ['a b', '汉']],
    [18, 'one upper, one lower, one digit and one special', ['aB1!'], ['aB1', 'ab1!', 'AB1!', 'aBc!']],
    [19, "a person's name", ["Ann-Marie O'Neil", 'สมชาย', 'Nguyễn Văn A'], ['1Ann', 'Ann1', '<b>']],
    [20, 'the own pattern of a merchant', ['x'], []],
  ])('%i, %s', (patternId, _name, accepted, refused) => {
    for (const value of accepted) expect(matchesPattern(PATTERNS[patternId] ?? '', value), value).toBe(true);
    for (const value of refused) expect(matchesPattern(PATTERNS[patternId] ?? '', value), value).toBe(false);
  });

  it('match whole values, and a broken pattern matches nothing', () => {
    expect(matchesPattern('a|b', 'ax')).toBe(false);
    expect(matchesPattern('(', 'x')).toBe(false);
  });
});

describe('a field', () => {
  it('counts characters and accepts both bounds', () => {
    const four = rule(0, 2, 4);
    expect(checkField(four, 'ab')).toBeUndefined();
    expect(checkField(four, '😀😀😀😀')).toBeUndefined();
    expect(checkField(four, 'a')?.code).toBe('field_length');
    expect(checkField(four, 'abcde')?.code).toBe('field_length');
  });

  it('is trimmed before its length is checked', () => {
    expect(checkField(rule(1, 6, 16), '  captain  ')).toBeUndefined();
    expect(checkField(rule(0, 1, 9), '   ')?.code).toBe('field_required');
  });

  it('may be empty unless it is required', () => {
    expect(checkField(rule(4, 3, 9, false), '')).toBeUndefined();
    expect(checkField(rule(4, 3, 9), undefined)?.code).toBe('field_required');
  });

  it('needs no hint if it allows anything', () => {
    const any = { ...rule(0, 0, 255), acceptedPattern: '*' };
    expect([allowsAnything(any), allowsAnything({ ...any, minLength: 1 })]).toEqual([true, true]);
    for (const one of [{ minLength: 2 }, { maxLength: 20 }, { acceptedPattern: '^[a-z]+$' }])
      expect(allowsAnything({ ...any, ...one })).toBe(false);
  });

  it('has the text of its pattern, with one number if both bounds are equal', () => {
    const range = checkField(rule(4, 3, 9), '12');
    expect(range).toEqual({ code: 'field_length', params: { pattern: 4, length: '3–9' } });
    expect(range && fieldTextKey(range)).toBe('errors.rule_4');
    expect(checkField(rule(4, 5, 5), '12')).toEqual({ code: 'field_length_exact', params: { pattern: 4, length: '5' } });
    expect(checkField(rule(4, 1, 5), 'x')?.code).toBe('field_format');
  });
});

describe('a registration', () => {
  it('of good values has no problem', () => {
    expect(checkRegistration(demo, { username: 'captain7', password: 'calm-tide-9', confirmPassword: 'calm-tide-9' }, TODAY)).toEqual({});
  });

  it('names every refused field', () => {
    const problems = checkRegistration(demo, { username: '7captain', password: 'short', confirmPassword: 'other' }, TODAY);
    expect(Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, problem.code]))).toEqual({
      username: 'field_format',
      password: 'field_length',
      confirmPassword: 'field_mismatch',
    });
  });

  it('ignores disabled fields', () => {
    const off = settings({ ...demo.fields, email: { ...rule(3), enabled: false } });
    expect(checkRegistration(off, { username: 'captain7', password: 'calm-tide-9', email: 'nonsense' }, TODAY)).toEqual({});
  });

  it('refuses an age below the minimum up to the day before the birthday', () => {
    const dated = settings({ birthday: rule(11, 10, 10) });
    const check = (birthday: string) => checkRegistration(dated, { birthday }, TODAY).birthday;
    expect(check('2008-11-21')).toBeUndefined();
    expect(check('2008-11-22')).toEqual({ code: 'field_under_age', params: { age: 18 } });
    expect(check('2001-02-30')?.code).toBe('field_format');
    expect(check('2030-01-01')?.code).toBe('field_format');
  });
});

describe('a password', () => {
  it.each(['123456', '12345678', 'Password', '88888888', 'abcdefgh', '98765432', 'Captain77'])(
    '%s is refused as too common',
    (password) => {
      expect(isCommonPassword(password, 'captain77')).toBe(true);
    },
  );

  it('of four common words passes', () => {
    expect(isCommonPassword('calm-tide-9', 'captain77')).toBe(false);
  });

  it('that is new must meet the rule and be repeated', () => {
    const password = demo.fields.password as FieldRule;
    expect(checkNewPassword(password, 'calm-tide-9', 'calm-tide-9', 'captain77')).toEqual({});
    expect(Object.keys(checkNewPassword(password, '123456', '1234567', 'captain77'))).toEqual(['newPassword', 'confirmNewPassword']);
    expect(checkNewPassword(password, '', '', 'captain77').newPassword?.code).toBe('field_required');
  });
});
