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
  /** As entered at registration; shown to the member. */
  account: string;
  /** `accountKey(account)`; unique per merchant. */
  account_key: string;
  type: number;
  currency: string;
  status: 'active' | 'blocked';
  nickname: string;
  password_hash: string;
  password_changed_at: Date;
  /** Null until the first sign-in with a password set by another person. */
  first_login_at: Date | null;
  last_login_at: Date | null;
  /** The sign-in before the last one, shown to the member as the last. */
  previous_login_at: Date | null;
  affiliate_code: string | null;
  referral_code: string | null;
  /** Registration fields besides name and password, by `REGISTER_FIELDS` key. */
  profile: ColumnType<Record<string, string>, string, string>;
  /** False: the member is not shown on the winner board. */
  show_wins: Generated<boolean>;
  created_at: Date;
  /** Wire code of the language for messages; null: the merchant's. */
  language: string | null;
  /** The password must be changed before anything else. */
  must_change: Generated<boolean>;
  /** E.164, sealed; `mobile_key` is for lookups. Unique per merchant once verified, like the e-mail address. */
  mobile: string | null;
  mobile_key: string | null;
  mobile_verified_at: Date | null;
  email: string | null;
  email_key: string | null;
  email_verified_at: Date | null;
  payment_hash: string | null;
  payment_changed_at: Date | null;
  /** Set without the old one: payouts wait for some time afterwards. */
  payment_reset_at: Date | null;
  /** Registration fields besides name and password, as sealed JSON. `profile` has those of older members until a start seals them. */
  sealed_profile: string | null;
  last_login_country: string | null;
  previous_login_country: string | null;
  /** Created by a free-play sign-in. */
  free_play: Generated<boolean>;
  /** Time at which the traits were stored (`links`); null: missing. */
  traits_at: Generated<Date | null>;
  /** The agent of the member's invitation code. */
  agent_id: string | null;
  avatar_type: Generated<'STATIC' | 'CUSTOM'>;
  /** Name of a drawn avatar, or the id of an upload; null: the default of the account. */
  avatar: string | null;
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
  /** Country in which it was opened. */
  country: string | null;
  /** Country of the last request, and the decision of the portal's own rules; null: none. */
  seen_country: string | null;
  region_restricted: Generated<boolean | null>;
  /** Time of the last verified factor in this session. */
  confirmed_at: Date | null;
  /** Until then the password may be changed once without the old one. */
  change_until: Date | null;
  device_id: string | null;
  remember_family: string | null;
}

/** Failed sign-ins by name, known or unknown: a lock must not reveal whether the name exists. */
export interface LoginFailureTable {
  merchant: string;
  account_key: string;
  /** Empty: all unknown devices; otherwise the id of a known device, counted separately. */
  lane: Generated<string>;
  failures: number;
  last_at: Date;
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
