import type { ColumnType, Generated } from 'kysely';
import type { WithdrawalAction, WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type OptionalInt8 = ColumnType<string | null, string | null | undefined, string | null>;

export interface WithdrawalTables {
  withdrawal: WithdrawalTable;
  withdrawal_approval: WithdrawalApprovalTable;
  withdrawal_event: WithdrawalEventTable;
}

interface WithdrawalTable {
  id: string;
  member_id: string;
  client_reference: string;
  amount: Int8;
  fee: Int8;
  currency: string;
  payout_account_id: string;
  payout_kind: 'BANK' | 'EWALLET';
  payout_provider: string;
  payout_name: string;
  payout_holder: string;
  payout_masked: string;
  status: WithdrawalStatus;
  approvals_needed: number;
  received: ColumnType<string, string | undefined, string>;
  waived_turnover: OptionalInt8;
  /** No payment provider gets it. */
  by_hand: Generated<boolean>;
  received_by: 'member' | 'deadline' | 'operator' | null;
  reason: Generated<string>;
  hold_transfer_id: string;
  paid_transfer_id: OptionalInt8;
  release_transfer_id: OptionalInt8;
  requested_at: Date;
  approved_at: Date | null;
  paid_at: Date | null;
  confirm_by: Date | null;
  remind_at: Date | null;
  closed_at: Date | null;
}

interface WithdrawalApprovalTable {
  withdrawal_id: string;
  operator: string;
  reason: string;
  at: Date;
}

interface WithdrawalEventTable {
  id: Generated<string>;
  withdrawal_id: string;
  at: Date;
  action: WithdrawalAction;
  status: WithdrawalStatus;
  actor: 'member' | 'operator' | 'system';
  actor_name: string;
  reason: Generated<string>;
  amount: OptionalInt8;
  uploads: ColumnType<readonly string[], string | undefined, never>;
}

declare module '../../base/db/tables.ts' {
  interface Tables extends WithdrawalTables {}
}
