import type { RefusalCode } from '../../../shared/codes.ts';
import { TOO_MANY_SMS_WAIT_MINUTES } from '../../../shared/constants.ts';

/**
 * Refusal codes for errors of the phone service. The service has two spellings: `INVALID_PHONE_NUMBER` on the wire,
 * `auth/invalid-phone-number` in its browser library.
 */
export const PHONE_ERRORS: Readonly<Record<string, RefusalCode>> = {
  INVALID_PHONE_NUMBER: 'mobile_invalid',
  MISSING_PHONE_NUMBER: 'mobile_missing',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'sms_too_many',
  TOO_MANY_REQUESTS: 'sms_too_many',
  INVALID_CODE: 'code_wrong',
  INVALID_VERIFICATION_CODE: 'code_wrong',
  INVALID_SESSION_INFO: 'code_wrong',
  INVALID_VERIFICATION_ID: 'code_wrong',
  MISSING_CODE: 'code_missing',
  MISSING_VERIFICATION_CODE: 'code_missing',
  MISSING_SESSION_INFO: 'code_missing',
  MISSING_VERIFICATION_ID: 'code_missing',
  SESSION_EXPIRED: 'code_expired',
  CODE_EXPIRED: 'code_expired',
  CAPTCHA_CHECK_FAILED: 'phone_captcha_failed',
  INVALID_RECAPTCHA_TOKEN: 'phone_captcha_failed',
  MISSING_RECAPTCHA_TOKEN: 'phone_needs_script',
  INVALID_APP_CREDENTIAL: 'phone_captcha_failed',
  MISSING_APP_CREDENTIAL: 'phone_needs_script',
  QUOTA_EXCEEDED: 'phone_quota',
  BILLING_NOT_ENABLED: 'phone_quota',
  OPERATION_NOT_ALLOWED: 'phone_not_enabled',
  CONFIGURATION_NOT_FOUND: 'phone_not_enabled',
  PROJECT_NOT_FOUND: 'phone_not_enabled',
  POPUP_CLOSED_BY_USER: 'popup_closed',
  CANCELLED_POPUP_REQUEST: 'popup_closed',
};

/** Code and parameters of the refusal for an error of the phone service; "unknown error" if the table has no entry. */
export function phoneRefusalOf(message: unknown): { readonly code: RefusalCode; readonly params: Readonly<Record<string, number>> } {
  const code = PHONE_ERRORS[phoneErrorName(message)] ?? 'phone_unknown_error';
  // The service does not state a retry time.
  const wait = { seconds: TOO_MANY_SMS_WAIT_MINUTES * 60, minutes: TOO_MANY_SMS_WAIT_MINUTES };
  return { code, params: code === 'sms_too_many' ? wait : {} };
}

/** Both "INVALID_PHONE_NUMBER : TOO_SHORT" and "auth/invalid-phone-number" give INVALID_PHONE_NUMBER. */
export function phoneErrorName(message: unknown): string {
  const [, name = ''] = /^(?:auth\/)?([A-Za-z_-]{1,64})/.exec(typeof message === 'string' ? message : '') ?? [];
  return name.replaceAll('-', '_').toUpperCase();
}
