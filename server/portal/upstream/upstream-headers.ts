import { CLIENT_ADDRESS_HEADER } from '../../../shared/api/client-address.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { currentSpan } from '../../observe/tracing.ts';
import type { Visitor } from '../contracts.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';

const CLIENT_COUNTRY_HEADER = 'x-client-country';

const DEVICE_HEADER = 'x-device-token';
const SITE_ORIGIN_HEADER = 'x-site-origin';

export interface HeaderFacts {
  readonly merchant: string;
  /** Wire code. */
  readonly language: string;
  readonly token: string | undefined;
  readonly visitor: Pick<Visitor, 'requestId' | 'address' | 'country' | 'userAgent' | 'restricted'> & Partial<Pick<Visitor, 'siteOrigin'>>;
  /** Device token of this browser from an earlier sign-in. */
  readonly device?: string;
}

/** The only headers that are sent upstream. A visitor cannot add headers. */
export function upstreamHeaders(facts: HeaderFacts): Record<string, string> {
  const { visitor, token } = facts;
  const headers: Record<string, string> = {
    accept: 'application/json',
    connection: 'keep-alive',
    merchant: facts.merchant,
    language: facts.language,
    'x-request-id': visitor.requestId,
    [CLIENT_ADDRESS_HEADER]: visitor.address,
    'user-agent': visitor.userAgent,
  };
  if (visitor.country !== undefined) headers[CLIENT_COUNTRY_HEADER] = visitor.country;
  if (visitor.restricted !== undefined) headers['x-region-restricted'] = visitor.restricted ? '1' : '0';
  if (visitor.siteOrigin) headers[SITE_ORIGIN_HEADER] = visitor.siteOrigin;
  if (facts.device !== undefined) headers[DEVICE_HEADER] = facts.device;
  const span = currentSpan();
  if (span) headers.traceparent = span.traceparent;
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}

/** The device token is sent only with calls that check a password or sign a member in. */
export function deviceOf(call: AnyCall, visitor: Visitor, sealed: SealedCookies): string | undefined {
  return call.signsIn || call.sendsDevice ? sealed.read('device', visitor.cookies) : undefined;
}

/** Returns the bearer token that the visitor's cookies hold for this call. */
export function bearerOf(call: AnyCall, visitor: Visitor, sealed: SealedCookies): string | undefined {
  switch (call.token) {
    case 'none':
      return undefined;
    case 'optional':
    case 'required':
      return visitor.session?.token;
    case 'pending':
      return sealed.read('signInTicket', visitor.cookies);
    case 'remember':
      return sealed.read('loginRemember', visitor.cookies);
  }
}

/** Returns the refusal for a call that lacks its token; undefined if the call may be made. */
export function missingToken(call: AnyCall, token: string | undefined): Extract<RefusalCode, 'unauthorized' | 'step_expired'> | undefined {
  if (token !== undefined || call.token === 'none' || call.token === 'optional') return undefined;
  return call.token === 'pending' ? 'step_expired' : 'unauthorized';
}

/** True for calls whose bearer token is a session token: their answers can end the session. */
export function carriesSession(call: AnyCall): boolean {
  return call.token === 'optional' || call.token === 'required';
}

/** Refusals that do not end the session, even with status 401: the member has to authenticate again or set a password, then continues. */
const SESSION_PRESERVING: readonly unknown[] = [
  'session_idle',
  'confirmation_required',
  'password_change_required',
] satisfies RefusalCode[];

/** True if this 401 means that the session is over. */
export function endsSession(envelope: unknown): boolean {
  return !SESSION_PRESERVING.includes((envelope as { readonly code?: unknown } | undefined)?.code);
}
