import type { BodyOf } from '../../../../shared/api/client-call.ts';
import type { feedbackSend } from '../../../../shared/api/system/calls.ts';
import type { ChallengeAction } from '../../../../shared/api/verification/constants.ts';
import type { Caller } from '../../base/http/index.ts';

/** Proof in a call that it comes from a person. */
export type HumanProof = Readonly<Pick<BodyOf<typeof feedbackSend>, 'challenge' | 'captchaKey' | 'captcha'>>;

export interface HumanCheck {
  /**
   * Refuses with `challenge_required`, `challenge_failed`, `captcha_required` or `captcha_wrong`. Each check consumes the proof.
   * `optional`: an absent proof is accepted, an invalid one is not.
   */
  require(action: ChallengeAction, proof: HumanProof, caller: Caller, rule?: 'required' | 'optional'): Promise<void>;
}

export type CodePurpose = 'login' | 'register' | 'reset' | 'step' | 'contact' | 'account';

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly channel: 'sms' | 'email';
  /** E.164 number or e-mail address, normalised. */
  readonly to: string;
  /** Further binding of the code: a ticket's hash or a member's id; empty: none. */
  readonly binding: string;
  readonly memberId: string | null;
  /** False: same work without sending, for recipients that no member has. */
  readonly deliver: boolean;
  readonly caller: Caller;
  /** Token of the phone service's captcha, required for sending. */
  readonly phoneToken?: string;
}

export interface Codes {
  /**
   * Sends a code of six digits, valid for some minutes. It ends the previous code with any binding. Refuses with `sms_wait` (seconds),
   * `sms_too_many`, `mobile_country_closed`, `sms_unavailable`, `messages_not_enabled` or a code of the phone service.
   */
  send(
    request: CodeRequest,
  ): Promise<{ readonly expiredMinutes: number; readonly waitSeconds: number; readonly channel: 'sms' | 'firebase' }>;
  /**
   * True once for the correct code. Every try counts, even if the caller fails later: it has its own transaction and may call the phone
   * service, so call it outside of a transaction. Refuses only if the phone service does.
   */
  spend(request: { purpose: CodePurpose; channel: 'sms' | 'email'; to: string; binding: string; code: string }): Promise<boolean>;
  /**
   * The phone service's ID token for the correct code, once; undefined for a wrong code. The same limits and refusals as `spend`, and
   * `phone_not_enabled` without a phone service.
   */
  tokenFor(request: { purpose: CodePurpose; to: string; code: string }): Promise<string | undefined>;
  /**
   * The E.164 number of a phone service's token, once and for some minutes. Refuses with `code_wrong`, `code_expired`, `phone_not_enabled`
   * or `phone_unknown_error`.
   */
  verifiedNumber(firebaseIdToken: string): Promise<string>;
  /** Site key of the phone service's widget; null without such a service. */
  phoneSiteKey(): Promise<string | null>;
  /** The entered number as E.164, if it can receive messages; refuses with `mobile_invalid` or `mobile_missing`. */
  readMobile(countryDialingCode: string, mobile: string): string;
  sweep(): Promise<void>;
}
