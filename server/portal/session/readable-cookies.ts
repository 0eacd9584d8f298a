import type { ServerResponse } from 'node:http';
import { REMEMBER_ME_HOURS } from '../../../shared/constants.ts';
import { type Cookies, cookieLine } from './cookies.ts';

/** Last user name and phone number, which prefill the sign-in forms; not secret. */
export interface ReadableCookies {
  setLastUser(response: ServerResponse, account: string): void;
  setLoginTypeSms(response: ServerResponse, phone: SmsPhone): void;
  /** Deletes both cookies if the browser has them. */
  clear(response: ServerResponse, cookies: Cookies): void;
}
export interface SmsPhone {
  readonly mobileNum: string;
  readonly countryDialingCode: string;
}

const LAST_USER = 'lastUser';
const LOGIN_TYPE_SMS = 'loginTypeSms';
const SECONDS = REMEMBER_ME_HOURS * 3600;

export function createReadableCookies(https: boolean, prefix = ''): ReadableCookies {
  const put = (response: ServerResponse, name: string, value: string, maxAgeSeconds: number) =>
    void response.appendHeader(
      'Set-Cookie',
      cookieLine(prefix + name, encodeURIComponent(value), { maxAgeSeconds, secure: https, httpOnly: false }),
    );
  return {
    setLastUser: (response, account) => put(response, LAST_USER, account, SECONDS),
    setLoginTypeSms: (response, { mobileNum, countryDialingCode }) =>
      put(response, LOGIN_TYPE_SMS, JSON.stringify({ mobileNum, countryDialingCode }), SECONDS),
    clear(response, cookies) {
      for (const name of [LAST_USER, LOGIN_TYPE_SMS]) if (cookies[name] !== undefined) put(response, name, '', 0);
    },
  };
}
