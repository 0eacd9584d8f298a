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

/** One row per token of a family; a token is used once, its successor is of the same family. */
export interface RememberTokenTable {
  token_hash: string;
  family: string;
  member_id: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

/** Browsers that a member has signed in with; each has a lane of its own against guessing strangers. */
export interface MemberDeviceTable {
  id: string;
  member_id: string;
  token_hash: string;
  /** Id of the browser; accounts that sign in from one browser share it. */
  browser: string;
  user_agent: string;
  created_at: Date;
  seen_at: Date;
}

/** Networks that a member has signed in from: an IPv4 address or an IPv6 /64. */
export interface MemberAddressTable {
  member_id: string;
  network: string;
  country: string | null;
  created_at: Date;
  seen_at: Date;
}

/** A sign-in whose credentials were right and that waits for its second step. */
export interface PendingSignInTable {
  ticket_hash: string;
  /** Null while there is no account yet (`registration`). */
  member_id: string | null;
  reason: 'unregistered_address' | 'second_factor' | 'registration';
  /** Sealed JSON: path, remember, and for a registration what the provider said. */
  detail: string;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  ended_at: Date | null;
}

/**
 * Also the history that the sending limits count. `code_hash` is null where nothing was sent (a number nobody has) and
 * where the phone service keeps the code; then `sealed_session` is its name for the sending.
 */
export interface VerificationCodeTable {
  id: string;
  merchant: string;
  purpose: string;
  channel: 'sms' | 'email';
  recipient_key: string;
  /** What the code is bound to beside the recipient: a ticket, a member, nothing. */
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
  /** When the next image may be drawn. */
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
  /** When the job takes it up (again); null: sent, or given up. */
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
  /** The last 30-second step that was used: a code works once. */
  last_step: Generated<string>;
}

/** The setup of an authenticator app that a session has begun. */
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

/** Tries at authenticator and recovery codes within one window. */
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
  /** The agent whose code it is. */
  member_id: string;
  /** Counts on this site host only; null: on every one. */
  domain: string | null;
  active: Generated<boolean>;
}

/** One row per forgot-password request, also for names and addresses that nobody has: both leave the same trace. */
export interface PasswordResetTable {
  id: string;
  merchant: string;
  account_key: string;
  /** Sealed JSON of what was asked, until the job has worked it off. */
  request: string | null;
  /** Set with the ticket and the code, for requests that somebody's account fits. */
  member_id: string | null;
  /** Of the address that the message went to; one that is no longer the member's own sets no password. */
  email_key: string | null;
  ticket_hash: string | null;
  code_key: string | null;
  created_at: Date;
  expires_at: Date;
  /** Looks at the code; the link has no need of a count. */
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
  /** Eight digits that the sender quotes; unique within the merchant. */
  number: Generated<string>;
  /** Ids of uploads. */
  images: ColumnType<readonly string[], string | undefined, never>;
  sealed_answer: Generated<string | null>;
  answered_at: Generated<Date | null>;
  /** Name of the operator. */
  answered_by: Generated<string | null>;
}

/** What happened to an account, for the member and for whoever must answer questions later. Append only. */
export interface AccountEventTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  kind: string;
  client_address: string;
  country: string | null;
  at: Date;
}
