import type { Envelope } from '../../../../shared/api/envelope.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { fieldTextKey } from '../../../../shared/rules/check-field.ts';
import type { Refusal } from '../refusal.ts';
import type { Translate } from './translate-text.ts';

/** HTTP status of codes that are not plain business refusals (those are 200). */
const STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  bad_request: 400,
  payload_invalid: 400,
  payload_expired: 400,
  payload_replayed: 400,
  amount_invalid: 400,
  amount_not_whole: 400,
  unauthorized: 401,
  not_logged_in: 401,
  forbidden: 403,
  csrf_failed: 403,
  region_restricted: 403,
  in_need_true_account: 403,
  not_agent: 403,
  not_found: 404,
  not_offered: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  upload_too_large: 413,
  too_many_requests: 429,
  system_error: 500,
  upstream_unavailable: 502,
  maintenance: 503,
  clocks_differ: 503,
  server_busy: 503,
  upstream_timeout: 504,
};
/** Retry times of temporary refusals; a refusal with `seconds` overrides them. */
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<RefusalCode, number>>> = {
  server_busy: 2,
  clocks_differ: 10,
  too_many_requests: 10,
};

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly envelope: Envelope<unknown>;
}

/** Translates refusals to status and text. */
export function translateRefusal(refusal: Refusal, language: string, translate: Translate): Answer {
  const { code, params, fields, captcha } = refusal;
  const errors = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, message: translate(language, fieldTextKey(field), field.params) },
  ]);
  const retryAfter = params.seconds ?? RETRY_AFTER_SECONDS[code];
  return {
    status: STATUS[code] ?? 200,
    headers: retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) },
    envelope: {
      success: false,
      value: null,
      code,
      message: translate(language, `errors.${code}`, params),
      ...(errors.length > 0 && { errors: Object.fromEntries(errors) }),
      ...(Object.keys(params).length > 0 && { params }),
      ...(captcha && { captcha }),
    },
  };
}
