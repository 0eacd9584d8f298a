import { useSyncExternalStore } from 'react';
import { REMEMBER_ME_HOURS } from '../../../shared/constants.ts';

/**
 * Login data remembered by this browser, from cookies that contain nothing secret. The token that allows the sign-in is
 * in another cookie.
 */
export interface Remembered {
  readonly account: string;
  readonly phone: RememberedPhone | null;
}
export interface RememberedPhone {
  readonly mobileNum: string;
  readonly countryDialingCode: string;
}

/** Prefix of cookie names; merchants on one host have different ones. */
const prefix = () => document.documentElement.dataset.cookies ?? '';
const LAST_USER = 'lastUser';
const LOGIN_TYPE_SMS = 'loginTypeSms';
const NOTHING: Remembered = { account: '', phone: null };
let seen = { cookies: '', remembered: NOTHING };

/** Empty in the server's HTML, which is the same for every visitor; filled by the browser. */
export function useRemembered(): Remembered {
  return useSyncExternalStore(
    () => () => undefined,
    readCookies,
    () => NOTHING,
  );
}

function readCookies(): Remembered {
  if (seen.cookies !== document.cookie) seen = { cookies: document.cookie, remembered: rememberedIn(document.cookie, prefix()) };
  return seen.remembered;
}

export function rememberedIn(cookies: string, named = ''): Remembered {
  return { account: cookieOf(cookies, named + LAST_USER), phone: phoneIn(cookieOf(cookies, named + LOGIN_TYPE_SMS)) };
}

/** The number is sent encrypted from this page to the platform, so only the page can store it. */
export function rememberPhone({ mobileNum, countryDialingCode }: RememberedPhone): void {
  const value = encodeURIComponent(JSON.stringify({ mobileNum, countryDialingCode }));
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${prefix()}${LOGIN_TYPE_SMS}=${value}; Path=/; Max-Age=${REMEMBER_ME_HOURS * 3600}; SameSite=Lax${secure}`;
}

function cookieOf(cookies: string, name: string): string {
  const pair = cookies.split('; ').find((entry) => entry.startsWith(`${name}=`));
  try {
    return decodeURIComponent(pair?.slice(name.length + 1) ?? '');
  } catch {
    return '';
  }
}

function phoneIn(text: string): RememberedPhone | null {
  try {
    const { mobileNum, countryDialingCode } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return typeof mobileNum === 'string' && typeof countryDialingCode === 'string' ? { mobileNum, countryDialingCode } : null;
  } catch {
    return null;
  }
}
