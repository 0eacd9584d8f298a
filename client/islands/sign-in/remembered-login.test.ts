import { expect, test } from 'vitest';
import { parseRememberedLogin } from './remembered-login.ts';

const PHONE = { mobileNum: '812345678', countryDialingCode: '66' };

test('reads the last user and phone from their cookies', () => {
  const cookies = `theme=dark; lastUser=${encodeURIComponent('harbour é')}; loginTypeSms=${encodeURIComponent(JSON.stringify(PHONE))}`;
  expect(parseRememberedLogin(cookies)).toEqual({ account: 'harbour é', phone: PHONE });
});

test.each([
  '',
  'lastUser=',
  'otherlastUser=x',
  'loginTypeSms=%7B',
  'loginTypeSms=null',
  'lastUser=%',
  'loginTypeSms=%7B%22mobileNum%22%3A1%7D',
])('returns nothing for "%s"', (cookies) => {
  expect(parseRememberedLogin(cookies)).toEqual({ account: '', phone: null });
});
