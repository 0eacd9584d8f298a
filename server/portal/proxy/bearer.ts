import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { Visitor } from '../contracts.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';

/** What the visitor's own cookies give a call to carry as its bearer token. */
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

/** Why a call cannot be made without the token that it lacks; undefined where it can. */
export function missingToken(call: AnyCall, token: string | undefined): Extract<RefusalCode, 'unauthorized' | 'step_expired'> | undefined {
  if (token !== undefined || call.token === 'none' || call.token === 'optional') return undefined;
  return call.token === 'pending' ? 'step_expired' : 'unauthorized';
}

/** True for calls whose bearer token is a session's: what becomes of it says something about the session. */
export function carriesSession(call: AnyCall): boolean {
  return call.token === 'optional' || call.token === 'required';
}

/** Refusals that leave the session standing, whatever their status: the member shows again that it is them, and goes on. */
const STANDING: readonly unknown[] = ['session_idle', 'confirmation_required', 'password_change_required'] satisfies RefusalCode[];

/** True when the platform has said by this 401 that the session is over. */
export function endsSession(envelope: unknown): boolean {
  return !STANDING.includes((envelope as { readonly code?: unknown } | undefined)?.code);
}
