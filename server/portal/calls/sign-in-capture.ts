import * as v from 'valibot';
import type { MemberInfo } from '../../../shared/api/accounts/schemas.ts';
import { type LoginValue, loginValue, type PendingValue, type SignedInValue } from '../../../shared/api/sign-in/schemas.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import type { PortalSession, Visitor } from '../contracts.ts';
import type { EdgeResponse } from '../edge/edge-stage.ts';
import type { ReadableCookies } from '../session/readable-cookies.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';
import type { SessionStore } from '../session/session-store.ts';

export interface SignInCaptureDeps {
  /** The member of a new session whose answer has no user data; undefined if the platform does not answer. */
  readonly loadMember?: (token: string, visitor: Visitor) => Promise<MemberInfo | undefined>;
  readonly sessions: SessionStore;
  readonly sealed: SealedCookies;
  readonly readable: ReadableCookies;
  /** Ends the session that a new one replaces, here and at the platform, in the background. */
  readonly endReplaced: (replaced: PortalSession, response: EdgeResponse) => void;
}

/** The part of a sign-in answer that the browser may see, and the new session. */
export interface CapturedSignIn {
  readonly value: LoginValue;
  /** Null while the sign-in waits for its second step. */
  readonly session: PortalSession | null;
}

/**
 * Moves the secrets of a sign-in answer (session token, device token, remember token, ticket) into cookies that scripts cannot read.
 * Undefined if the value is not that of a sign-in: then it must not be passed on.
 */
export type CaptureSignIn = (value: unknown, response: EdgeResponse, method?: SignInMethod) => Promise<CapturedSignIn | undefined>;

/**
 * `remembered`: signed in by the remember token. If several tabs send the token at once, one answer carries the next token; answers without
 * one do not delete it.
 */
export type SignInMethod = 'asked' | 'remembered';

const TICKET_MS = 10 * MINUTE_MS;
const DEVICE_MS = 180 * DAY_MS;

export function createSignInCapture(deps: SignInCaptureDeps): CaptureSignIn {
  return async (value, response, method = 'asked') => {
    const parsed = v.safeParse(loginValue, value);
    if (!parsed.success || ('token' in parsed.output && parsed.output.token === '')) return undefined;
    return 'verification' in parsed.output ? pending(deps, parsed.output, response) : signedIn(deps, parsed.output, response, method);
  };
}

function pending({ sealed }: SignInCaptureDeps, { verification }: PendingValue, response: EdgeResponse): CapturedSignIn {
  sealed.set(response, 'signInTicket', verification.ticket, Date.now() + TICKET_MS);
  return { value: { verification: { ...verification, ticket: '' } }, session: null };
}

async function signedIn(
  deps: SignInCaptureDeps,
  answered: SignedInValue,
  response: EdgeResponse,
  method: SignInMethod,
): Promise<CapturedSignIn | undefined> {
  const { token } = answered;
  const member = answered.member.account === '' ? await deps.loadMember?.(token, response.locals.visitor) : answered.member;
  if (!member) return undefined;
  const value = { ...answered, member };
  const { id, account, type, currency } = value.member;
  const { session: replaced, cookies } = response.locals.visitor;
  const session = { token, memberId: id, account, type, currency, expiresAt: Date.parse(value.expiresAt) };
  await deps.sessions.start(response, session);
  if (value.deviceToken) deps.sealed.set(response, 'device', value.deviceToken, Date.now() + DEVICE_MS);
  if (deps.sealed.has('signInTicket', cookies)) deps.sealed.clear(response, 'signInTicket');
  if (value.remember || method === 'asked') updateRememberCookies(deps, value, response);
  if (replaced && replaced.token !== session.token) deps.endReplaced(replaced, response);
  return { value: { ...value, token: '', deviceToken: '', remember: null }, session };
}

/** A sign-in without "remember me" clears the remember token, also that of another account. */
function updateRememberCookies({ sealed, readable }: SignInCaptureDeps, { remember, member }: SignedInValue, response: EdgeResponse): void {
  const { cookies } = response.locals.visitor;
  if (remember) {
    sealed.set(response, 'loginRemember', remember.token, Date.parse(remember.expiresAt));
    readable.setLastUser(response, member.account);
    return;
  }
  if (sealed.has('loginRemember', cookies)) sealed.clear(response, 'loginRemember');
  readable.clear(response, cookies);
}
