import type { ColumnType, Generated } from 'kysely';

/** Tables of migration 020. Hashes are SHA-256 of random tokens; `_key` columns are keyed digests (`secrets.keyOf`). */
export interface AccessTables {
  remember_token: RememberTokenTable;
  member_device: MemberDeviceTable;
  member_address: MemberAddressTable;
  pending_sign_in: PendingSignInTable;
  verification_code: VerificationCodeTable;
  challenge_spent: ChallengeSpentTable;
  captcha: CaptchaTable;
  outbound_message: OutboundMessageTable;
  member_totp: MemberTotpTable;
  totp_enrolment: TotpEnrolmentTable;
  recovery_code: RecoveryCodeTable;
  factor_try: FactorTryTable;
  member_passkey: MemberPasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  member_identity: MemberIdentityTable;
  affiliate_code: AffiliateCodeTable;
  password_reset: PasswordResetTable;
  feedback: FeedbackTable;
  account_event: AccountEventTable;
}

/** One row per token of a family. A token is used once; its successor has the same family. */
export interface RememberTokenTable {
  token_hash: string;
  family: string;
  member_id: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

/** Browsers with which a member has signed in. Failed sign-ins from them are counted separately. */
export interface MemberDeviceTable {
  id: string;
  member_id: string;
  token_hash: string;
  /** Id of the browser, shared by all accounts that sign in with it. */
  browser: string;
  user_agent: string;
  created_at: Date;
  seen_at: Date;
}

/** Networks from which a member has signed in: an IPv4 address or an IPv6 /64. */
export interface MemberAddressTable {
  member_id: string;
  network: string;
  country: string | null;
  created_at: Date;
  seen_at: Date;
}

/** A sign-in with correct credentials that waits for its second step. */
export interface PendingSignInTable {
  ticket_hash: string;
  /** Null if there is no account yet (`registration`). */
  member_id: string | null;
  reason: 'unregistered_address' | 'second_factor' | 'registration';
  /** Sealed JSON: path, remember, and for a registration the provider's identity. */
  detail: string;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  ended_at: Date | null;
}

/**
 * Also the history for the sending limits. `code_hash` is null if nothing was sent (unknown number) and if the phone service has the code;
 * then `sealed_session` is its id of the sending.
 */
export interface VerificationCodeTable {
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

export interface ChallengeSpentTable {
  nonce: string;
  expires_at: Date;
}

export interface CaptchaTable {
  key_hash: string;
  answer_hash: string;
  /** Time from which the next image may be drawn. */
  free_at: Date;
  expires_at: Date;
}

export interface OutboundMessageTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  channel: 'sms' | 'email';
  template: string;
  language: string;
  /** Sealed JSON: recipient, subject, text. */
  sealed: string;
  created_at: Date;
  /** Time of the next try; null: sent, or given up. */
  next_at: Date | null;
  sent_at: Date | null;
  attempts: Generated<number>;
  failure: string | null;
}

export interface MemberTotpTable {
  member_id: string;
  /** Sealed. */
  secret: string;
  created_at: Date;
  confirmed_at: Date;
  /** Last used time step of 30 seconds, so that a code works once. */
  last_step: Generated<string>;
}

/** Setup of an authenticator app started by a session. */
export interface TotpEnrolmentTable {
  session_id: string;
  member_id: string;
  /** Sealed. */
  secret: string;
  created_at: Date;
}

export interface RecoveryCodeTable {
  member_id: string;
  code_hash: string;
  used_at: Date | null;
}

/** Tries of authenticator and recovery codes in one window. */
export interface FactorTryTable {
  member_id: string;
  tries: number;
  first_at: Date;
}

export interface MemberPasskeyTable {
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

export interface PasskeyChallengeTable {
  challenge_hash: string;
  member_id: string | null;
  /** For `create`: the session that adds the passkey. */
  session_id: string | null;
  purpose: 'create' | 'show';
  expires_at: Date;
}

export interface MemberIdentityTable {
  merchant: string;
  provider: string;
  subject_key: string;
  member_id: string;
  created_at: Date;
}

export interface AffiliateCodeTable {
  merchant: string;
  code: string;
  /** The agent who owns the code. */
  member_id: string;
  /** Site host to which the code is limited; null: all. */
  domain: string | null;
  active: Generated<boolean>;
}

/** One row per forgot-password request, also for unknown names and addresses: both leave the same trace. */
export interface PasswordResetTable {
  id: string;
  merchant: string;
  account_key: string;
  /** Sealed JSON of the request, until the job has processed it. */
  request: string | null;
  /** Set with the ticket and the code, if an account matches. */
  member_id: string | null;
  /** Address of the message; after a change of the member's address it sets no password. */
  email_key: string | null;
  ticket_hash: string | null;
  code_key: string | null;
  created_at: Date;
  expires_at: Date;
  /** Tries of the code; the link needs no count. */
  tries: Generated<number>;
  ended_at: Date | null;
}

export interface FeedbackTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  /** Sealed JSON: content, contact. */
  sealed: string;
  created_at: Date;
  /** Eight digits that the sender quotes; unique per merchant. */
  number: Generated<string>;
  /** Ids of uploads. */
  images: ColumnType<readonly string[], string | undefined, never>;
  sealed_answer: Generated<string | null>;
  answered_at: Generated<Date | null>;
  /** Name of the operator. */
  answered_by: Generated<string | null>;
}

/** History of an account, for the member and for later inquiries. Append only. */
export interface AccountEventTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  kind: string;
  client_address: string;
  country: string | null;
  at: Date;
}
