import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { AGENT_TYPES, TRIAL_TYPE } from '../../../shared/constants.ts';
import type { Actor } from '../accounts/actor.ts';
import { Refusal } from '../refusal.ts';

/** What belongs to somebody: a deposit, a session, a bet. */
export interface OwnedObject {
  /** Undefined when nothing was found: the answer is the same as for what belongs to somebody else. */
  readonly memberId: string | undefined;
  /** Answer for what is not there; `not_found` where nothing better fits. */
  readonly missing?: RefusalCode;
}

/** What a rule says about a call; every call of the table has one. */
export type Action = Pick<AnyCall, 'token' | 'actors' | 'freshness' | 'whileChanging'>;

/**
 * The one gate (specification, section 6): refuses unless this actor may do this, to this object. `null` is a visitor, or
 * somebody whose sign-in waits for its second step. Deny wins: a trial account is refused before anything else is looked
 * at. What belongs to somebody else does not exist.
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
