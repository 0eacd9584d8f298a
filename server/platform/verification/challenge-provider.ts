import type { ValueOf } from '../../../shared/api/define-call.ts';
import type { ChallengeAction, challengeCall } from '../../../shared/api/verification-calls.ts';
import type { Caller } from '../sign-in/contracts.ts';

/** What a solution is worth. */
export interface Examined {
  /** What to mark as used; null when the solution is of nothing that was given out. */
  readonly token: string | null;
  readonly accepted: boolean;
}

/** Something that tells people from machines: proof of work, Turnstile, hCaptcha. */
export interface ChallengeProvider {
  /** What a browser needs to solve one challenge for one action. */
  offer(action: ChallengeAction): Promise<ValueOf<typeof challengeCall>>;
  /** Looks at a solution without using it up; whatever goes wrong on the way, the solution is not accepted. */
  examine(action: ChallengeAction, solution: string, caller: Pick<Caller, 'clientAddress'>): Promise<Examined>;
}
