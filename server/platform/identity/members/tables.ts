import type { ColumnType, Generated } from 'kysely';

export interface MemberTables {
  account_event: AccountEventTable;
  member: MemberTable;
}

/** History of an account, for the member and for later inquiries. Append only. */
interface AccountEventTable {
  id: Generated<string>;
  merchant: string;
  member_id: string | null;
  kind: string;
  client_address: string;
  country: string | null;
  at: Date;
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

declare module '../../base/db/tables.ts' {
  interface Tables extends MemberTables {}
}
