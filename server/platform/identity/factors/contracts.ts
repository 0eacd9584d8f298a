import type { CONFIRM_METHODS } from '../../../../shared/api/session/constants.ts';
import type { Executor } from '../../base/db/index.ts';

export interface HeldFactors {
  readonly totp: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
}

/** Whether a second factor protects the account. */
export function holdsFactor({ totp, passkeys }: HeldFactors): boolean {
  return totp || passkeys > 0;
}

export interface Factors {
  held(executor: Executor, memberId: string): Promise<HeldFactors>;
  /**
   * True once for a valid proof: a TOTP code, a recovery code, or a passkey assertion as JSON for a challenge of `session.passkeyOptions`.
   * Tries of TOTP and recovery codes are limited per member.
   */
  check(
    memberId: string,
    method: Exclude<(typeof CONFIRM_METHODS)[number], 'password'>,
    proof: string,
    siteOrigin: string,
  ): Promise<boolean>;
  /** The member of a valid passkey assertion, once per challenge; null if it is invalid. */
  memberOfPasskey(proof: string, siteOrigin: string): Promise<string | null>;
  sweep(): Promise<void>;
}
