import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope, FieldError } from '../../../shared/api/envelope.ts';
import { FIELD_CODES, type RefusalCode } from '../../../shared/codes.ts';
import type { PortalTexts } from '../texts.ts';
import { readerOf, UNREADABLE } from './tolerant-reader.ts';

/** A parsed answer: the envelope in the form of the call table, and the bytes with the same content. */
export interface ReadAnswer {
  readonly envelope: Envelope<unknown>;
  readonly body: Buffer;
}

/** Context of a call, for the log and for texts that the upstream omits. */
export interface AnswerContext {
  readonly requestId: string;
  readonly language: string;
}

/**
 * Reads the answer of any call. Small differences from the call table are corrected; an unreadable answer is logged with the call id and
 * returned as undefined.
 */
export type ReadCall = (call: AnyCall, status: number, body: Buffer, context: AnswerContext) => ReadAnswer | undefined;

const CODE = /^[\w.-]{1,64}$/;
const SUCCESS: readonly unknown[] = [true, 1, '1', 'true'];
const REFUSED: readonly unknown[] = [false, 0, '0', 'false'];
/** Statuses that need no envelope: session over, too many requests. */
const SELF_EXPLANATORY_STATUSES: readonly number[] = [401, 429];
/** Refusal code by status, for answers without a code. */
const CODE_OF_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  429: 'too_many_requests',
};

export function createAnswerReader(texts: PortalTexts, log: Logger): ReadCall {
  return (call, status, body, context) => {
    const unreadable = (reason: string) => {
      log.warn({ requestId: context.requestId, call: call.id, status, reason }, 'upstream answer not readable');
      return undefined;
    };
    const given = parse(body) ?? (SELF_EXPLANATORY_STATUSES.includes(status) ? { success: false } : undefined);
    if (given === undefined) return unreadable('no envelope');
    if (REFUSED.includes(given.success)) return readRefusal(texts, given, status, body, context);
    if (!SUCCESS.includes(given.success)) return unreadable('success');
    if (status < 200 || status > 299) return unreadable('a success with this status');
    const value = readerOf(call.value)(given.value);
    if (value === UNREADABLE) return unreadable(firstIssue(call, given.value));
    if (value === given.value && given.success === true) return { envelope: given as unknown as Envelope<unknown>, body };
    return rewritten({ ...given, success: true, value } as Envelope<unknown>);
  };
}

/** True for any envelope with any content: enough for a probe. */
export function isEnvelope(body: Buffer): boolean {
  const given = parse(body);
  return given !== undefined && (SUCCESS.includes(given.success) || REFUSED.includes(given.success));
}

function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && 'success' in value ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function firstIssue(call: AnyCall, value: unknown): string {
  const { issues } = v.safeParse(call.value, value);
  return `${(issues && v.getDotPath(issues[0])) ?? 'value'}: ${issues?.[0].type ?? 'differs'}`;
}

function readRefusal(
  texts: PortalTexts,
  given: Readonly<Record<string, unknown>>,
  status: number,
  body: Buffer,
  { language }: AnswerContext,
): ReadAnswer {
  const { code, message, errors, captcha } = given;
  const isSound = isCode(code) && typeof message === 'string' && message !== '' && given.success === false && given.value === null;
  if (isSound && errors === undefined && (captcha === undefined || typeof captcha === 'boolean'))
    return { envelope: given as unknown as Envelope<unknown>, body };
  const known = isCode(code) ? code : typeof code === 'number' ? String(code) : (CODE_OF_STATUS[status] ?? 'system_error');
  const { captcha: _captcha, errors: _errors, ...rest } = given;
  return rewritten({
    ...rest,
    success: false,
    value: null,
    code: known as RefusalCode,
    message: typeof message === 'string' && message !== '' ? message : textOf(texts, language, known),
    ...(errors ? { errors: fieldErrors(errors) } : {}),
    ...(captcha === undefined ? {} : { captcha: SUCCESS.includes(captcha) }),
  });
}

/** Text of a code; an unknown code has the text of a failed network. */
function textOf(texts: PortalTexts, language: string, code: string): string {
  const key = `errors.${code}`;
  const text = texts.translate(language, key);
  return text === key ? texts.translate(language, 'errors.upstream_unavailable') : text;
}

/** Errors by field; a bare text counts as one. */
function fieldErrors(errors: unknown): Readonly<Record<string, FieldError>> {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return {};
  const read = Object.entries(errors).map(([field, error]): [string, FieldError] => {
    const { code, message, params } = (typeof error === 'object' && error !== null ? error : { message: error }) as Record<string, unknown>;
    const known = FIELD_CODES.find((name) => name === code) ?? 'field_format';
    const text = typeof message === 'string' ? message : '';
    return [field, { code: known, message: text, ...(typeof params === 'object' && params !== null ? { params: params as never } : {}) }];
  });
  return Object.fromEntries(read);
}

function isCode(code: unknown): code is string {
  return typeof code === 'string' && CODE.test(code);
}

function rewritten(envelope: Envelope<unknown>): ReadAnswer {
  return { envelope, body: Buffer.from(JSON.stringify(envelope)) };
}
