import type { ChallengeAction } from '../../../shared/api/verification-calls.ts';
import type { Caller } from '../sign-in/contracts.ts';

/** What came with a call to show that a person is there. */
export interface HumanProof {
  readonly challenge?: string | undefined;
  readonly captchaKey?: string | undefined;
  readonly captcha?: string | undefined;
}

export interface HumanCheck {
  /**
   * Refuses with `challenge_required`, `challenge_failed`, `captcha_required` or `captcha_wrong`. The proof is used up with
   * the first look, right or wrong. `optional`: nothing at all is fine, something wrong is not.
   */
  require(action: ChallengeAction, proof: HumanProof, caller: Caller, rule?: 'required' | 'optional'): Promise<void>;
}

export type CodePurpose = 'login' | 'register' | 'reset' | 'step' | 'contact' | 'account';

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly channel: 'sms' | 'email';
  /** E.164 number or e-mail address, normalised. */
  readonly to: string;
  /** What the code counts for beside the recipient: a ticket's hash, a member's id; empty for nothing. */
  readonly binding: string;
  readonly memberId: string | null;
  /** False: do everything but send, for recipients that nobody has. */
  readonly deliver: boolean;
  readonly caller: Caller;
  /** What the phone service wants to see before it sends: the token of its own captcha. */
  readonly phoneToken?: string | undefined;
}

export interface Codes {
  /**
   * Six digits, a few minutes, one at a time: a new one ends the one before, whatever it was bound to. Refuses with
   * `sms_wait` (seconds), `sms_too_many`, `mobile_country_closed`, `sms_unavailable` or one of the phone service's codes.
   */
  send(
    request: CodeRequest,
  ): Promise<{ readonly expiredMinutes: number; readonly waitSeconds: number; readonly channel: 'sms' | 'firebase' }>;
  /**
   * True once, for the right code; every look counts, and stays counted whatever the caller does next. Has a transaction of
   * its own and may ask the phone service, so call it outside of yours. Refuses only where the phone service does.
   */
  spend(request: { purpose: CodePurpose; channel: 'sms' | 'email'; to: string; binding: string; code: string }): Promise<boolean>;
  /**
   * The number that a token of the phone service vouches for, E.164; once, and for a few minutes. Refuses with `code_wrong`,
   * `code_expired`, `phone_not_enabled` or `phone_unknown_error`.
   */
  verifiedNumber(firebaseIdToken: string): Promise<string>;
  /** Site key of the phone service's own widget, whose token a sending needs; null without such a service. */
  phoneSiteKey(): Promise<string | null>;
  /** A number as typed, as E.164, if it can get messages; refuses with `mobile_invalid` or `mobile_missing`. */
  readMobile(countryDialingCode: string, mobile: string): string;
  sweep(): Promise<void>;
}
