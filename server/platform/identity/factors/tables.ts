import type { Generated } from 'kysely';

/** Hashes are SHA-256 of random tokens; `_key` columns are keyed digests (`secrets.keyOf`). */
export interface FactorTables {
  member_totp: MemberTotpTable;
  totp_enrolment: TotpEnrolmentTable;
  recovery_code: RecoveryCodeTable;
  factor_try: FactorTryTable;
  member_passkey: MemberPasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
}

interface MemberTotpTable {
  member_id: string;
  /** Sealed. */
  secret: string;
  created_at: Date;
  confirmed_at: Date;
  /** Last used time step of 30 seconds, so that a code works once. */
  last_step: Generated<string>;
}

/** Setup of an authenticator app started by a session. */
interface TotpEnrolmentTable {
  session_id: string;
  member_id: string;
  /** Sealed. */
  secret: string;
  created_at: Date;
}

interface RecoveryCodeTable {
  member_id: string;
  code_hash: string;
  used_at: Date | null;
}

/** Tries of authenticator and recovery codes in one window. */
interface FactorTryTable {
  member_id: string;
  tries: number;
  first_at: Date;
}

interface MemberPasskeyTable {
  /** Credential id, base64url. */
  id: string;
  member_id: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: string;
  /** Comma-separated. */
  transports: string;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

interface PasskeyChallengeTable {
  challenge_hash: string;
  member_id: string | null;
  /** For `create`: the session that adds the passkey. */
  session_id: string | null;
  purpose: 'create' | 'show';
  expires_at: Date;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends FactorTables {}
}
