import type { CONFIRM_METHODS } from '../../../shared/api/session-calls.ts';
import type { Executor } from '../db/database.ts';

export interface HeldFactors {
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
}

/** Something beside the password protects the account. */
export function holdsFactor({ totp, passkeys }: HeldFactors): boolean {
  return totp || passkeys > 0;
}

export interface Factors {
  held(executor: Executor, memberId: string): Promise<HeldFactors>;
  /**
   * True once for a right proof: a TOTP code (its step is used up), a recovery code (used up), a passkey assertion as JSON
   * over a challenge of `session.passkeyOptions`. Tries at TOTP and recovery codes are limited per member.
   */
  check(
    memberId: string,
    method: Exclude<(typeof CONFIRM_METHODS)[number], 'password'>,
    proof: string,
    siteOrigin: string,
  ): Promise<boolean>;
  /** The member that a passkey assertion belongs to, once; null when it proves nothing. */
  memberOfPasskey(proof: string, siteOrigin: string): Promise<string | null>;
  sweep(): Promise<void>;
}
