import type { Logger } from 'pino';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope, FieldError } from '../../../shared/api/envelope.ts';
import { FIELD_CODES, type RefusalCode } from '../../../shared/codes.ts';
import type { PortalTexts } from '../texts.ts';
import { isOwnCode, meaningOf, type OwnMeanings } from './refusal-meanings.ts';

type Given = Readonly<Record<string, unknown>>;
type Refused = Extract<Envelope<unknown>, { success: false }>;
type Parameters = Readonly<Record<string, string | number>>;

export interface RefusalTextsDeps {
  readonly texts: PortalTexts;
  readonly log: Logger;
  /** The platform's texts are not written for players. */
  readonly isForeign: () => boolean;
  /** Meanings in the merchant file. */
  readonly own: OwnMeanings;
}

export interface RefusalTexts {
  /** A refusal of the platform with a text for players; the same object if nothing has to change. */
  read(call: AnyCall, given: Given, status: number, language: string): Envelope<unknown>;
  /** A refusal of the portal itself. */
  of(code: RefusalCode, language: string): Refused;
}

/** Refusal code by status, for answers without a code and a known text. */
const CODE_OF_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  429: 'too_many_requests',
};
/** Values of texts that a platform does not send: the specification names five minutes. */
const PARAMETERS: Readonly<Record<string, Parameters>> = { sms_too_many: { minutes: 5 } };
const TRUE: readonly unknown[] = [true, 1, '1', 'true'];
const CODE = /^[\w.-]{1,64}$/;
const MAX_NOTED = 1_000;
const MAX_LOGGED = 200;

/**
 * Texts of refusals. The platform of this product writes its texts for players, in their language; they are passed on with their codes. Any
 * other text is replaced by the portal's own one for its meaning, or by a general one, and is logged, so that an integrator can map it.
 */
export function refusalTexts({ texts, log, isForeign, own }: RefusalTextsDeps): RefusalTexts {
  const noted = new Set<string>();
  const textOf = (language: string, code: string, parameters: Parameters = PARAMETERS[code] ?? {}): string | undefined => {
    const key = `errors.${code}`;
    const text = texts.translate(language, key, parameters);
    return text === key || text.includes('{{') ? undefined : text;
  };
  const isWrittenForPlayers = (code: unknown) => isOwnCode(code) && !isForeign() && own[code] === undefined;
  const playerText = (language: string, code: string, parameters?: Parameters) =>
    textOf(language, code, parameters) ?? textOf(language, 'request_refused') ?? '';
  const note = (call: AnyCall, status: number, { code, message }: Given) => {
    const text = typeof message === 'string' ? message.slice(0, MAX_LOGGED) : '';
    const key = `${call.id} ${code} ${text}`;
    if (noted.size >= MAX_NOTED || noted.has(key)) return;
    noted.add(key);
    log.warn({ call: call.id, status, code, text }, 'upstream refusal has an unknown meaning');
  };
  const fieldTexts = (errors: unknown, language: string, isOwn: boolean) =>
    Object.fromEntries(
      Object.entries(fieldErrors(errors)).map(([field, error]): [string, FieldError] => {
        if (isOwn && error.message !== '') return [field, error];
        const message = textOf(language, error.code, error.params) ?? textOf(language, 'field_format') ?? '';
        return [field, { ...error, message }];
      }),
    );

  return {
    of: (code, language) => ({ success: false, value: null, code, message: textOf(language, code) ?? '' }),
    read(call, given, status, language) {
      if (call.id === 'unknown' && CODE.test(String(given.code))) return given as never;
      const isOwn = isWrittenForPlayers(given.code);
      if (isOwn && isSound(given)) return given as unknown as Refused;
      const meaning = meaningOfRefusal(given, status, own);
      if (meaning === undefined && given.message) note(call, status, given);
      const code = meaning ?? codeOfStatus(status);
      const { message, code: _code, errors, captcha, ...rest } = given;
      const ownText = isOwn && typeof message === 'string' ? message : '';
      return {
        ...(isOwn ? rest : {}),
        success: false,
        value: null,
        code,
        message: ownText || playerText(language, code, parametersOf(given)),
        ...(errors ? { errors: fieldTexts(errors, language, isOwn) } : {}),
        ...(captcha === undefined ? {} : { captcha: TRUE.includes(captcha) }),
      };
    },
  };
}

function codeOfStatus(status: number): RefusalCode {
  return CODE_OF_STATUS[status] ?? (status >= 500 ? 'system_error' : 'request_refused');
}

/** A 401 without a code of the call table ends the session. */
function meaningOfRefusal({ code, message }: Given, status: number, own: OwnMeanings): RefusalCode | undefined {
  return status === 401 && !isOwnCode(code) ? 'unauthorized' : meaningOf(code, message, own);
}

/** Nothing has to be corrected. */
function isSound({ success, value, message, errors, captcha }: Given): boolean {
  const isPlain = success === false && value === null && typeof message === 'string' && message !== '';
  return isPlain && errors === undefined && (captcha === undefined || typeof captcha === 'boolean');
}

function parametersOf({ params }: Given): Parameters | undefined {
  return typeof params === 'object' && params !== null ? (params as Parameters) : undefined;
}

/** Errors by field; a bare text counts as one. */
function fieldErrors(errors: unknown): Readonly<Record<string, FieldError>> {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return {};
  const read = Object.entries(errors).map(([field, error]): [string, FieldError] => {
    const { code, message, params } = (typeof error === 'object' && error !== null ? error : { message: error }) as Given;
    const known = FIELD_CODES.find((name) => name === code) ?? 'field_format';
    const text = typeof message === 'string' ? message : '';
    return [field, { code: known, message: text, ...(typeof params === 'object' && params !== null ? { params: params as never } : {}) }];
  });
  return Object.fromEntries(read);
}
