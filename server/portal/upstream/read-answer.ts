import type { Logger } from 'pino';
import * as v from 'valibot';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope, FieldError } from '../../../shared/api/envelope.ts';
import { FIELD_CODES, REFUSAL_CODES, type RefusalCode } from '../../../shared/codes.ts';
import { completeValue } from '../answers/complete-value.ts';
import type { Offer } from '../answers/offer.ts';
import { type SiteDefaults, siteDefaults } from '../answers/site-defaults.ts';
import { inTableForm } from '../answers/specified-forms.ts';
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
 * Reads the answer of any call. Differences from the call table are corrected: a missing or strange field gets its default, a strange item of
 * a list is left out. An answer without what the call is for is logged with the call id and returned as undefined. A call that the platform
 * does not have is refused as `not_offered`.
 */
export type ReadCall = (call: AnyCall, status: number, body: Buffer, context: AnswerContext) => ReadAnswer | undefined;

const CODE = /^[\w.-]{1,64}$/;
/** Bound of the set of logged differences. */
const MAX_NOTED = 1_000;
const SUCCESS: readonly unknown[] = [true, 1, '1', 'true'];
const REFUSED: readonly unknown[] = [false, 0, '0', 'false'];
/** Statuses that need no envelope: session over, too many requests. */
const SELF_EXPLANATORY_STATUSES: readonly number[] = [401, 429];
/** Statuses of a server that does not know the address or the method. */
const UNKNOWN_ADDRESS_STATUSES: readonly number[] = [404, 405, 501];
const UNKNOWN_CALL = /^(?:404|(?:unknown|no_such)_(?:call|module|method|api)|(?:call|module|method|api)_not_found)$/i;
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

export function createAnswerReader(
  texts: PortalTexts,
  log: Logger,
  site: SiteDefaults = siteDefaults('', undefined),
  offer?: Offer,
): ReadCall {
  const noteFields = fieldNotes(log);
  return (call, status, body, context) => {
    const about = { requestId: context.requestId, call: call.id, status };
    const unreadable = (reason: string) => {
      log.warn({ ...about, reason }, 'upstream answer not readable');
      return undefined;
    };
    const given = parse(body) ?? (SELF_EXPLANATORY_STATUSES.includes(status) ? { success: false } : undefined);
    const unknown = offerOf(offer, call, given, status);
    if (unknown) return missing(texts, context.language, unknown);
    if (given === undefined) return unreadable('no envelope');
    if (REFUSED.includes(given.success)) return readRefusal(texts, given, status, body, context);
    if (!SUCCESS.includes(given.success)) return unreadable('success');
    if (status < 200 || status > 299) return unreadable('a success with this status');
    const read = readValue(call, given.value, site);
    if (read.value === UNREADABLE) return unreadable(read.reason);
    noteFields(about, read.strange);
    const envelope = { ...given, success: true, value: read.value } as Envelope<unknown>;
    return read.value === given.value && given.success === true ? { envelope, body } : rewritten(envelope);
  };
}

/** In the form of the call table, if necessary with defaults. */
function readValue(call: AnyCall, given: unknown, site: SiteDefaults) {
  const value = readerOf(call.value)(given);
  if (value !== UNREADABLE) return { value, strange: [], reason: '' };
  const found = completeValue(call.value, inTableForm(call.id, given), site);
  return { ...found, reason: found.missing ?? firstIssue(call, given) };
}

/** Records what the answer shows about the call; returns the refusal of a call that the platform does not have. */
function offerOf(offer: Offer | undefined, call: AnyCall, given: Parameters<typeof isUnknownCall>[0], status: number) {
  if (isUnknownCall(given, status)) {
    offer?.note(call, 'missing');
    return offer?.hasAnswered(call.id) ? 'not_found' : 'not_offered';
  }
  if (status < 500) offer?.note(call, status === 401 ? 'needs-token' : 'there');
  return undefined;
}

/** Logs the fields of an answer that could not be read; once, because a platform gives the same kind of answer each time. */
function fieldNotes(log: Logger) {
  const noted = new Set<string>();
  return (about: { readonly call: string }, fields: readonly string[]) => {
    const key = `${about.call} ${fields.join(' ').replaceAll(/\b\d+\b/g, '*')}`;
    if (fields.length === 0 || noted.size >= MAX_NOTED || noted.has(key)) return;
    noted.add(key);
    log.warn({ ...about, fields }, 'upstream answer has unreadable fields');
  };
}

/** True for the answer of a server that does not have the call. An envelope with a code of the call table is about what was requested. */
function isUnknownCall(given: Readonly<Record<string, unknown>> | undefined, status: number): boolean {
  if (given === undefined) return UNKNOWN_ADDRESS_STATUSES.includes(status);
  if (!REFUSED.includes(given.success)) return false;
  const isOwnCode = REFUSAL_CODES.some((code) => code === given.code);
  return !isOwnCode && (UNKNOWN_CALL.test(String(given.code ?? '')) || UNKNOWN_ADDRESS_STATUSES.includes(status));
}

function missing(texts: PortalTexts, language: string, code: RefusalCode): ReadAnswer {
  return rewritten({ success: false, value: null, code, message: textOf(texts, language, code) });
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
  const isSound =
    isCode(code) &&
    (status !== 401 || REFUSAL_CODES.some((own) => own === code)) &&
    typeof message === 'string' &&
    message !== '' &&
    given.success === false &&
    given.value === null;
  if (isSound && errors === undefined && (captcha === undefined || typeof captcha === 'boolean'))
    return { envelope: given as unknown as Envelope<unknown>, body };
  const isSessionOver = status === 401 && !REFUSAL_CODES.some((own) => own === code);
  const known = isSessionOver
    ? 'unauthorized'
    : isCode(code)
      ? code
      : typeof code === 'number'
        ? String(code)
        : (CODE_OF_STATUS[status] ?? 'system_error');
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
