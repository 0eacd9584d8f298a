import type { ValueOf } from '../../../../shared/api/client-call.ts';
import type { challengeCall } from '../../../../shared/api/verification/calls.ts';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import type { Caller } from '../../base/http/index.ts';

/** Result of checking a solution. */
export interface Examined {
  /** Value to mark as used; null if the solution belongs to no known challenge. */
  readonly token: string | null;
  readonly accepted: boolean;
}

/** A challenge against bots: proof of work, Turnstile, hCaptcha. */
export interface ChallengeProvider {
  /** Data for solving one challenge for one action. */
  offer(action: ChallengeAction): Promise<ValueOf<typeof challengeCall>>;
  /** Checks a solution without consuming it; on any error the solution is not accepted. */
  examine(action: ChallengeAction, solution: string, caller: Pick<Caller, 'clientAddress'>): Promise<Examined>;
}
