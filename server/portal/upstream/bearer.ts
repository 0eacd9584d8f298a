import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { Visitor } from '../contracts.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';

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
