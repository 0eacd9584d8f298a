import { useSyncExternalStore } from 'react';
import { REMEMBER_ME_HOURS } from '../../../shared/constants.ts';

/**
 * Login data remembered by this browser, from cookies that contain nothing secret. The token that allows the sign-in is
 * in another cookie.
 */
export interface RememberedLogin {
  readonly account: string;
  readonly phone: RememberedPhone | null;
}
export interface RememberedPhone {
  readonly mobileNum: string;
  readonly countryDialingCode: string;
}

/** Prefix of cookie names; merchants on one host have different ones. */
const cookiePrefix = () => document.documentElement.dataset.cookies ?? '';
const LAST_USER = 'lastUser';
const LOGIN_TYPE_SMS = 'loginTypeSms';
const NONE: RememberedLogin = { account: '', phone: null };
let cached = { cookies: '', value: NONE };

/** Empty in the server's HTML, which is the same for every visitor; filled by the browser. */
export function useRememberedLogin(): RememberedLogin {
  return useSyncExternalStore(
    () => () => undefined,
    readRememberedLogin,
    () => NONE,
  );
}

export function readRememberedLogin(): RememberedLogin {
  if (cached.cookies !== document.cookie)
    cached = { cookies: document.cookie, value: parseRememberedLogin(document.cookie, cookiePrefix()) };
  return cached.value;
}

export function parseRememberedLogin(cookies: string, prefix = ''): RememberedLogin {
  return { account: cookieOf(cookies, prefix + LAST_USER), phone: parsePhone(cookieOf(cookies, prefix + LOGIN_TYPE_SMS)) };
}

/** The number is sent encrypted from this page to the platform, so only the page can store it. */
export function storePhone({ mobileNum, countryDialingCode }: RememberedPhone): void {
  const value = encodeURIComponent(JSON.stringify({ mobileNum, countryDialingCode }));
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookiePrefix()}${LOGIN_TYPE_SMS}=${value}; Path=/; Max-Age=${REMEMBER_ME_HOURS * 3600}; SameSite=Lax${secure}`;
}

function cookieOf(cookies: string, name: string): string {
  const pair = cookies.split('; ').find((entry) => entry.startsWith(`${name}=`));
  try {
    return decodeURIComponent(pair?.slice(name.length + 1) ?? '');
  } catch {
    return '';
  }
}

function parsePhone(text: string): RememberedPhone | null {
  try {
    const { mobileNum, countryDialingCode } = JSON.parse(text) as Partial<Record<string, unknown>>;
    return typeof mobileNum === 'string' && typeof countryDialingCode === 'string' ? { mobileNum, countryDialingCode } : null;
  } catch {
    return null;
  }
}
