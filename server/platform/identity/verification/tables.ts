import type { Generated } from 'kysely';

/** Hashes are SHA-256 of random tokens; `_key` columns are keyed digests (`secrets.keyOf`). */
export interface VerificationTables {
  verification_code: VerificationCodeTable;
  challenge_spent: ChallengeSpentTable;
  captcha: CaptchaTable;
}

/**
 * Also the history for the sending limits. `code_hash` is null if nothing was sent (unknown number) and if the phone service has the code;
 * then `sealed_session` is its id of the sending.
 */
interface VerificationCodeTable {
  id: string;
  merchant: string;
  purpose: string;
  channel: 'sms' | 'email';
  recipient_key: string;
  /** Further binding of the code: a ticket, a member, or none. */
  binding_key: string;
  address_key: string;
  country: string | null;
  code_hash: string | null;
  sealed_session: string | null;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  ended_at: Date | null;
  verified_at: Date | null;
}

interface ChallengeSpentTable {
  nonce: string;
  expires_at: Date;
}

interface CaptchaTable {
  key_hash: string;
  answer_hash: string;
  /** Time from which the next image may be drawn. */
  free_at: Date;
  expires_at: Date;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends VerificationTables {}
}
