import type { Generated } from 'kysely';

/** Hashes are SHA-256 of random tokens; `_key` columns are keyed digests (`secrets.keyOf`). */
export interface AccountTables {
  affiliate_code: AffiliateCodeTable;
  password_reset: PasswordResetTable;
}

interface AffiliateCodeTable {
  merchant: string;
  code: string;
  /** The agent who owns the code. */
  member_id: string;
  /** Site host to which the code is limited, and whose visitors it counts for without a code; null: all, with the code only. */
  domain: string | null;
  active: Generated<boolean>;
  /** Given by the agent; empty: made by an operator. */
  name: Generated<string>;
  /** Type of the accounts that it opens. */
  type: Generated<number>;
  /** Their rebate rate in basis points, at most that of the agent. */
  rebate_bp: Generated<number>;
  /** int8: a decimal string on both engines. */
  visits: Generated<string>;
  created_at: Generated<Date>;
}

/** One row per forgot-password request, also for unknown names and addresses: both leave the same trace. */
interface PasswordResetTable {
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

declare module '../../base/db/tables.ts' {
  interface Tables extends AccountTables {}
}
