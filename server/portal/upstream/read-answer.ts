import type { Logger } from 'pino';
import * as v from 'valibot';
import type { ValueOf } from '../../../shared/api/client-call.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { gameList, launchGame } from '../../../shared/api/games/calls.ts';
import { launchAddress } from '../../../shared/api/launch-address.ts';
import { REFUSAL_CODES } from '../../../shared/codes.ts';
import { completeValue, hasNothingOf } from '../answers/complete-value.ts';
import { partOf, windowOf } from '../answers/list-window.ts';
import type { CallMapping } from '../answers/map-calls.ts';
import type { Offer } from '../answers/offer.ts';
import { refusalTexts } from '../answers/refusal-texts.ts';
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
  /** Query of the request in the names of the call table. */
  readonly search?: string;
  /** The body of the request; an action's answer that lacks the id of its subject gets it from there. */
  readonly sent: string | Buffer | undefined;
}

export interface AnswerReaderDeps {
  readonly texts: PortalTexts;
  readonly log: Logger;
  readonly site?: SiteDefaults;
  readonly offer?: Offer;
  readonly mapping?: Pick<CallMapping, 'valueOf' | 'refusals'>;
  /** The platform has the calls of the specification only: its texts are not written for players. */
  readonly isForeign?: () => boolean;
}

/**
 * Reads the answer of any call. Differences from the call table are corrected: a missing or strange field gets its default, a strange item of
 * a list is left out. An answer without what the call is for is logged with the call id and returned as undefined. A call that the platform
 * does not have is refused as `not_offered`.
 */
export type ReadCall = (call: AnyCall, status: number, body: Buffer, context: AnswerContext) => ReadAnswer | undefined;

/** Bound of the set of logged differences. */
const MAX_NOTED = 1_000;
const SUCCESS: readonly unknown[] = [true, 1, '1', 'true'];
const REFUSED: readonly unknown[] = [false, 0, '0', 'false'];
/** Statuses that need no envelope: session over, too many requests. */
const SELF_EXPLANATORY_STATUSES: readonly number[] = [401, 429];
/** Statuses of a server that does not know the address or the method. */
const UNKNOWN_ADDRESS_STATUSES: readonly number[] = [404, 405, 501];
const UNKNOWN_CALL = /^(?:404|(?:unknown|no_such)_(?:call|module|method|api)|(?:call|module|method|api)_not_found)$/i;

export function createAnswerReader(deps: AnswerReaderDeps): ReadCall {
  const { texts, log, site = siteDefaults('', undefined), offer, mapping, isForeign = () => false } = deps;
  const noteFields = fieldNotes(log);
  const refusals = refusalTexts({ texts, log, isForeign, own: mapping?.refusals ?? {} });
  return (call, status, body, context) => {
    const about = { requestId: context.requestId, call: call.id, status };
    const unreadable = (reason: string) => {
      log.warn({ ...about, reason }, 'upstream answer not readable');
      // A 5xx is a fault of the moment, which the metrics of the upstream show.
      if (status < 500) offer?.noteReading(call.id, false);
      return undefined;
    };
    const given = parse(body) ?? withoutEnvelope(status);
    const unknown = offerOf(offer, call, given, status);
    if (unknown) return rewritten(refusals.of(unknown, context.language));
    if (given === undefined) return unreadable('no envelope');
    if (REFUSED.includes(given.success)) return sameOr(given, refusals.read(call, given, status, context.language), body);
    if (!SUCCESS.includes(given.success)) return unreadable('success');
    if (status < 200 || status > 299) return unreadable('a success with this status');
    const read = readValue(call, mapping ? mapping.valueOf(call, given.value) : given.value, site, context.sent);
    if (read.value === UNREADABLE) {
      unreadable(read.reason);
      // The platform has done it: a failure would invite to a second attempt.
      return isDone(call) ? rewritten(refusals.of('done_unread', context.language)) : undefined;
    }
    offer?.noteReading(call.id, true);
    noteFields(about, [...read.strange, ...missingAddress(call, read.value)]);
    return answerOf(given, wantedPart(call, read.value, context.search, isForeign), body);
  };
}

/** A status that needs no envelope. */
function withoutEnvelope(status: number): Readonly<Record<string, unknown>> | undefined {
  return SELF_EXPLANATORY_STATUSES.includes(status) ? { success: false } : undefined;
}

function sameOr(given: unknown, envelope: Envelope<unknown>, body: Buffer): ReadAnswer {
  return envelope === given ? { envelope, body } : rewritten(envelope);
}

function answerOf(given: Readonly<Record<string, unknown>>, value: unknown, body: Buffer): ReadAnswer {
  const envelope = { ...given, success: true, value } as Envelope<unknown>;
  return value === given.value && given.success === true ? { envelope, body } : rewritten(envelope);
}

/** In the form of the call table, if necessary with defaults. */
function readValue(call: AnyCall, given: unknown, site: SiteDefaults, sent: AnswerContext['sent']) {
  const value = readerOf(call.value)(given);
  const isOtherForm = isContent(call) && value !== given && hasNothingOf(call.value, given);
  if (value !== UNREADABLE && !isOtherForm) return { value, strange: [], reason: '' };
  const found = completeValue(call.value, inTableForm(call.id, given), site, { isRead: isContent(call) });
  if (found.value !== UNREADABLE || call.method === 'GET') return { ...found, reason: found.missing ?? firstIssue(call, given) };
  const withSent = completeValue(call.value, inTableForm(call.id, { ...subjectOf(call, sent), ...objectOf(given) }), site, {
    isRead: false,
  });
  return { ...withSent, reason: withSent.missing ?? firstIssue(call, given) };
}

/** The wanted games of a platform that knows whole pages only. */
function wantedPart({ id }: AnyCall, value: unknown, search: string | undefined, isForeign: () => boolean): unknown {
  const window = id === gameList.id && isForeign() ? windowOf(new URLSearchParams(search)) : undefined;
  return window ? partOf(value as ValueOf<typeof gameList>, window) : value;
}

/** The address of a launch: each of its two fields may be missing, but not both. */
function missingAddress({ id }: AnyCall, value: unknown): readonly string[] {
  return id === launchGame.id && launchAddress(value as ValueOf<typeof launchGame>) === '' ? ['game_url'] : [];
}

/** A read whose answer would be shown as an empty one without a usable field. */
function isContent({ method, defaultsSuffice }: AnyCall): boolean {
  return method === 'GET' && !defaultsSuffice;
}

/** What the answer of an action also contains of its request: the ids of its subject. */
function subjectOf({ value }: AnyCall, sent: AnswerContext['sent']): Readonly<Record<string, unknown>> {
  const { entries = {} } = value as { readonly entries?: Readonly<Record<string, unknown>> };
  const fields = sent === undefined ? {} : objectOf(jsonOf(sent));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in entries));
}

/** True for an action whose success is known without its value; a sign-in has none without a token. */
function isDone({ method, signsIn }: AnyCall): boolean {
  return method !== 'GET' && !signsIn;
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

/** True for any envelope with any content: enough for a probe. */
export function isEnvelope(body: Buffer): boolean {
  const given = parse(body);
  return given !== undefined && (SUCCESS.includes(given.success) || REFUSED.includes(given.success));
}

function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  const value = objectOf(jsonOf(body));
  return 'success' in value ? value : undefined;
}

function jsonOf(body: string | Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function firstIssue(call: AnyCall, value: unknown): string {
  const { issues } = v.safeParse(call.value, value);
  return `${(issues && v.getDotPath(issues[0])) ?? 'value'}: ${issues?.[0].type ?? 'differs'}`;
}

function rewritten(envelope: Envelope<unknown>): ReadAnswer {
  return { envelope, body: Buffer.from(JSON.stringify(envelope)) };
}
