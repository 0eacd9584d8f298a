import type { Generated } from 'kysely';

/** Hashes are SHA-256 of random tokens; `_key` columns are keyed digests (`secrets.keyOf`). */
export interface SignInTables {
  member_device: MemberDeviceTable;
  member_address: MemberAddressTable;
  pending_sign_in: PendingSignInTable;
  login_failure: LoginFailureTable;
}

/** Browsers with which a member has signed in. Failed sign-ins from them are counted separately. */
interface MemberDeviceTable {
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
interface MemberAddressTable {
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

/** Failed sign-ins by name, known or unknown: a lock must not reveal whether the name exists. */
interface LoginFailureTable {
  merchant: string;
  account_key: string;
  /** Empty: all unknown devices; otherwise the id of a known device, counted separately. */
  lane: Generated<string>;
  failures: number;
  last_at: Date;
  locked_until: Date | null;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends SignInTables {}
}
