import type { Generated } from 'kysely';

/** Hashes are SHA-256 of random tokens; `_key` columns are keyed digests (`secrets.keyOf`). */
export interface SessionTables {
  remember_token: RememberTokenTable;
  member_session: MemberSessionTable;
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

interface MemberSessionTable {
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

declare module '../../base/db/tables.ts' {
  interface Tables extends SessionTables {}
}
