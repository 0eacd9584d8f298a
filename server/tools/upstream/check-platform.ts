import { type Logger, pino } from 'pino';
import * as v from 'valibot';
import { CALLS } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { type PayloadKey, sealPayload } from '../../../shared/api/seal.ts';
import { sessionKeys } from '../../../shared/api/session/contract.ts';
import { sessionLogin } from '../../../shared/api/sign-in/contract.ts';
import { mapCalls, type PlatformNames } from '../../portal/answers/map-calls.ts';
import { createOffer } from '../../portal/answers/offer.ts';
import { type MerchantDefaults, siteDefaults } from '../../portal/answers/site-defaults.ts';
import { createWireRequest } from '../../portal/answers/wire-request.ts';
import type { Branding } from '../../portal/brand/brand.ts';
import type { UpstreamUrls } from '../../portal/contracts.ts';
import { createTexts } from '../../portal/texts.ts';
import type { Deadlines } from '../../portal/upstream/deadlines.ts';
import { createUpstreamLinks, familyOf } from '../../portal/upstream/links.ts';
import { createAnswerReader } from '../../portal/upstream/read-answer.ts';
import { UpstreamFault } from '../../portal/upstream/upstream-fault.ts';
import { upstreamHeaders } from '../../portal/upstream/upstream-headers.ts';

export interface CheckInput {
  readonly upstreams: UpstreamUrls;
  readonly merchant: string;
  readonly branding?: Branding;
  readonly defaults?: MerchantDefaults;
  readonly platform?: PlatformNames;
  readonly publicUrl?: string;
  /** A member for the calls of members; the check signs in, reads, and signs out. */
  readonly member?: { readonly username: string; readonly password: string };
}

/** `unchecked`: an action, a read with parameters, or a call of members without a member. */
export type CallState = 'readable' | 'unreadable' | 'refused' | 'missing' | 'silent' | 'unchecked';

export interface CheckedCall {
  readonly call: AnyCall;
  readonly state: CallState;
  /** Why it is not readable, or which of its fields were left out or have defaults; the reason why it was not requested. */
  readonly detail: string;
}

export interface PlatformCheck {
  readonly calls: readonly CheckedCall[];
  /** Undefined without a member. */
  readonly signIn: CheckedCall | undefined;
}

const DEADLINES: Deadlines = { connect: 5_000, read: 10_000, idle: 10_000, total: 20_000 };
const AT_ONCE = 4;

/** Requests every read that needs no parameters, once. Nothing is changed at the platform, apart from a session that is opened and ended. */
export async function checkPlatform(input: CheckInput): Promise<PlatformCheck> {
  const links = createUpstreamLinks(input.upstreams, DEADLINES);
  try {
    const ask = await createAsk(input, links);
    const waiting = CALLS.filter((call) => call.answer === 'envelope');
    const results = new Map<string, CheckedCall>();
    // Whether the platform has keys decides how the sign-in is sent.
    results.set(sessionKeys.id, await ask(sessionKeys as never, undefined));
    const opened = input.member ? await openSession(ask, input.member) : undefined;
    const work = async () => {
      for (let call = waiting.shift(); call; call = waiting.shift()) {
        if (!results.has(call.id)) results.set(call.id, await checkCall(ask, call, opened?.token));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (opened?.token !== undefined) await ask(CALLS.find(({ id }) => id === 'session.logout') as AnyCall, opened.token);
    return { calls: CALLS.flatMap(({ id }) => results.get(id) ?? []), signIn: opened?.checked };
  } finally {
    links.close();
  }
}

interface Asked extends CheckedCall {
  readonly value?: unknown;
}
type Ask = (call: AnyCall, token: string | undefined, body?: unknown) => Promise<Asked>;

async function createAsk(input: CheckInput, links: ReturnType<typeof createUpstreamLinks>): Promise<Ask> {
  const texts = await createTexts();
  const site = siteDefaults(input.merchant, input.branding, input.defaults);
  const offer = createOffer();
  const mapping = mapCalls(input.platform);
  const isForeign = () => offer.missing().includes(sessionKeys.id);
  const host = input.publicUrl ? new URL(input.publicUrl).hostname : '';
  const wireOf = createWireRequest({ merchant: input.merchant, host, isRemote: true, isForeign, mapping });
  const visitor = { requestId: 'check', address: '', country: undefined, userAgent: 'portal' };
  return async (call, token, body) => {
    const lines: Record<string, unknown>[] = [];
    const read = createAnswerReader({ texts, log: collector(lines), site, offer, mapping, isForeign });
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...upstreamHeaders({ merchant: input.merchant, language: site.language, token, visitor }),
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    };
    try {
      const answer = await links.exchange(
        {
          ...wireOf({ call, search: '', headers, body: text, account: undefined }),
          signal: undefined,
          streams: undefined,
          family: familyOf(call.path),
        },
        DEADLINES,
      );
      const found = read(call, answer.status, answer.body, { requestId: 'check', language: site.language, sent: text });
      const { reason, fields } = lines.find((line) => 'reason' in line || 'fields' in line) ?? {};
      if (!found) return { call, state: 'unreadable', detail: `${answer.status}, ${reason ?? 'no envelope'}` };
      if (found.envelope.success) return { call, state: 'readable', detail: fieldText(fields), value: found.envelope.value };
      if (found.envelope.code === 'not_offered') return { call, state: 'missing', detail: `${answer.status}` };
      return { call, state: 'refused', detail: `${answer.status}, ${found.envelope.code}` };
    } catch (fault) {
      return { call, state: 'silent', detail: fault instanceof UpstreamFault ? fault.outcome : String(fault) };
    }
  };
}

async function checkCall(ask: Ask, call: AnyCall, token: string | undefined): Promise<CheckedCall> {
  if (call.method !== 'GET') return { call, state: 'unchecked', detail: 'an action' };
  if (!v.is(call.query, {})) return { call, state: 'unchecked', detail: 'needs parameters' };
  if (call.token === 'pending' || call.token === 'remember') return { call, state: 'unchecked', detail: 'needs a sign-in that has begun' };
  const checked = await ask(call, call.token === 'none' ? undefined : token);
  // A platform may answer lists of games to members only.
  const again = checked.detail.startsWith('401') && token !== undefined && call.token === 'none' ? await ask(call, token) : checked;
  if (!again.detail.startsWith('401') || token !== undefined) return again;
  return { call, state: 'unchecked', detail: 'there; for members' };
}

async function openSession(ask: Ask, { username, password }: NonNullable<CheckInput['member']>) {
  const data = { username, password, type: 'username' };
  const keys = await ask(sessionKeys as never, undefined);
  const key = keys.state === 'readable' ? (keys.value as { readonly keys: readonly PayloadKey[] }).keys[0] : undefined;
  const body = key ? { payload: await sealPayload(key, sessionLogin.id, data) } : data;
  const checked = await ask(sessionLogin as never, undefined, body);
  const { token } = (checked.value ?? {}) as { readonly token?: string };
  return { checked, token };
}

function fieldText(fields: unknown): string {
  return Array.isArray(fields) ? `incomplete, ${fields.slice(0, 3).join(', ')}${fields.length > 3 ? ', …' : ''}` : '';
}

/** A logger whose lines are read afterwards. */
function collector(lines: Record<string, unknown>[]): Logger {
  return pino({ base: null, level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
}
