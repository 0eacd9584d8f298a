import type { ColumnType, Generated } from 'kysely';

/** Tables of the accounts feature. Times are `timestamptz`; ids are opaque text. */
export interface AccountTables {
  member: MemberTable;
  member_session: MemberSessionTable;
  login_failure: LoginFailureTable;
  payload_key: PayloadKeyTable;
  payload_nonce: PayloadNonceTable;
}

export interface MemberTable {
  id: string;
  merchant: string;
  /** As typed at registration; shown to the member. */
  account: string;
  /** `accountKey(account)`; unique per merchant. */
  account_key: string;
  type: number;
  currency: string;
  status: 'active' | 'blocked';
  nickname: string;
  password_hash: string;
  password_changed_at: Date;
  /** Null until the first sign-in with a password that somebody else has chosen. */
  first_login_at: Date | null;
  last_login_at: Date | null;
  /** The sign-in before the last one: what a member is shown as the last. */
  previous_login_at: Date | null;
  affiliate_code: string | null;
  referral_code: string | null;
  /** Registration fields besides name and password, by `REGISTER_FIELDS` key. */
  profile: ColumnType<Record<string, string>, string, string>;
  /** False: the member is left out of the winner board. */
  show_wins: Generated<boolean>;
  created_at: Date;
}

export interface MemberSessionTable {
  id: string;
  member_id: string;
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  client_address: string;
  user_agent: string;
}

/** Failed sign-ins by name, whether or not a member has that name: a lock must not tell. */
export interface LoginFailureTable {
  merchant: string;
  account_key: string;
  failures: number;
  first_at: Date;
  locked_until: Date | null;
}

export interface PayloadKeyTable {
  kid: string;
  private_jwk: ColumnType<Record<string, string>, string, never>;
  created_at: Date;
}

export interface PayloadNonceTable {
  nonce: string;
  expires_at: Date;
}
