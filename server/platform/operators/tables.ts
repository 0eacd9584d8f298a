import type { Generated } from 'kysely';

/** Roles of operators; `roles.ts` has their rights. */
export const ROLES = ['support', 'cashier', 'content', 'risk', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** Tables of operators. */
export interface OperatorTables {
  operator: OperatorTable;
  operator_session: OperatorSessionTable;
  operator_approval: OperatorApprovalTable;
  operator_log: OperatorLogTable;
  operator_log_checkpoint: LogCheckpointTable;
}

export interface OperatorTable {
  id: string;
  merchant: string;
  name: string;
  role: Role;
  password_hash: string;
  must_change: boolean;
  /** Sealed. */
  totp_secret: string | null;
  totp_confirmed_at: Date | null;
  totp_last_step: Generated<string>;
  failures: Generated<number>;
  last_failure_at: Date | null;
  locked_until: Date | null;
  disabled_at: Date | null;
  created_at: Date;
}

export type SessionStage = 'change' | 'enrol' | 'totp' | 'in';

interface OperatorSessionTable {
  token_hash: string;
  operator_id: string;
  form_key: string;
  stage: SessionStage;
  /** Sealed secret of the authenticator that this session sets up. */
  enrolment: string | null;
  address: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

interface OperatorApprovalTable {
  id: Generated<string>;
  merchant: string;
  subject: string;
  action: string;
  operator_id: string;
  reason: string;
  created_at: Date;
}

export interface OperatorLogTable {
  id: Generated<string>;
  merchant: string;
  at: Date;
  operator: string;
  action: string;
  object: string;
  reason: string;
  detail: string;
  address: string;
  previous: string;
  hash: string;
}

interface LogCheckpointTable {
  merchant: string;
  line_id: string;
  /** int8: a decimal string on both engines. */
  lines: string;
  hash: string;
  proved_at: Date;
}

declare module '../base/db/tables.ts' {
  interface Tables extends OperatorTables {}
}
