import type { AnyCall } from '../../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { AGENT_TYPES, TRIAL_TYPE } from '../../../../shared/constants.ts';
import type { Actor } from '../actor.ts';
import { Refusal } from '../refusal.ts';

/** An object with an owner: a deposit, a session, a bet. */
export interface OwnedObject {
  /** Undefined if it was not found: the refusal is the same as for another member's object. */
  readonly memberId: string | undefined;
  /** Refusal for a missing object; default `not_found`. */
  readonly missing?: RefusalCode;
}

/** The access rule of a call; every call of the table has one. */
export type Action = Pick<AnyCall, 'token' | 'actors' | 'freshness' | 'whileChanging'>;

/**
 * Central authorisation: refuses unless the actor may make this call for this object. `null` is a visitor, or a sign-in that waits for its
 * second step. Denials come first: a trial account is refused before any other check. Another member's object is treated as missing.
 */
export function authorize(actor: Actor | null, action: Action, object?: OwnedObject): void {
  if (!actor) {
    if (action.token === 'required' || object) throw new Refusal('unauthorized');
    return;
  }
  const { actors } = action;
  if ((actors === 'real' || actors === 'agent') && actor.type === TRIAL_TYPE) throw new Refusal('in_need_true_account');
  if (actors === 'agent' && !AGENT_TYPES.includes(actor.type)) throw new Refusal('not_agent');
  if (actor.idle && action.freshness !== 'idle' && action.token === 'required') throw new Refusal('session_idle');
  if (actor.mustChangePassword && !action.whileChanging && action.token === 'required') throw new Refusal('password_change_required');
  if (action.freshness === 'confirmed' && !actor.confirmed) throw new Refusal('confirmation_required');
  if (object && object.memberId !== actor.memberId) throw new Refusal(object.missing ?? 'not_found');
}
