import { expect, test } from 'vitest';
import { rememberedIn } from './remembered.ts';

const PHONE = { mobileNum: '812345678', countryDialingCode: '66' };

test('last user and phone are read from their cookies', () => {
  const cookies = `theme=dark; lastUser=${encodeURIComponent('harbour é')}; loginTypeSms=${encodeURIComponent(JSON.stringify(PHONE))}`;
  expect(rememberedIn(cookies)).toEqual({ account: 'harbour é', phone: PHONE });
});

test.each([
  '',
  'lastUser=',
  'otherlastUser=x',
  'loginTypeSms=%7B',
  'loginTypeSms=null',
  'lastUser=%',
  'loginTypeSms=%7B%22mobileNum%22%3A1%7D',
])('nothing of use in "%s"', (cookies) => {
  expect(rememberedIn(cookies)).toEqual({ account: '', phone: null });
});
