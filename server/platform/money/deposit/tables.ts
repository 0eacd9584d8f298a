import type { ColumnType, Generated } from 'kysely';
import type { DepositKind, DepositReason, DepositStatus } from '../../../../shared/api/deposit/constants.ts';
import type { PaymentEvent } from '../../../../shared/api/payments.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type NullableInt8 = ColumnType<string | null, string | null, string | null>;

/** Receiving account of bank transfers. */
export interface PayAccount {
  readonly holder: string;
  readonly bank: string;
  readonly number: string;
}

/** A provider of a channel and the amounts that it takes, in units. */
interface DepositRoute {
  readonly provider: string;
  readonly min: string | null;
  readonly max: string | null;
}

export const SUSPENSE_STATUSES = ['waiting', 'credited', 'sent_back', 'taken_back'] as const;
export type SuspenseStatus = (typeof SUSPENSE_STATUSES)[number];

/** Tables of the deposits. */
export interface CashierTables {
  deposit_channel: {
    code: string;
    name: string;
    kind: DepositKind;
    currency: string;
    min_amount: Int8;
    max_amount: Int8;
    /** Array of unit strings. */
    presets: ColumnType<readonly string[], string, string>;
    expires_minutes: number;
    enabled: boolean;
    sort: number;
    provider: string;
    fee_fixed: Int8;
    fee_basis_points: number;
    day_limit: NullableInt8;
    proof: 'none' | 'optional' | 'required';
    review: boolean;
    usual_minutes: number;
    account: ColumnType<PayAccount | null, string | null, string | null>;
    /** Further providers, used in this order while earlier ones fail or take no such amount. */
    routes: ColumnType<readonly DepositRoute[], string | undefined, string>;
    /** A payment of another amount than announced is credited, or waits for an operator. */
    other_amounts: Generated<'credit' | 'review'>;
  };
  deposit: {
    id: string;
    member_id: string;
    channel: string;
    client_reference: string;
    payment_reference: string;
    amount: Int8;
    fee: Int8;
    paid_amount: NullableInt8;
    /** Set if another amount was credited. */
    announced_amount: ColumnType<string | null, string | null | undefined, string | null>;
    /** Null: the provider of the channel. */
    provider: Generated<string | null>;
    currency: string;
    status: DepositStatus;
    reason: DepositReason | null;
    proofs: Generated<string[]>;
    transfer_id: string | null;
    reversal_transfer_id: string | null;
    reversed_amount: ColumnType<string, string | undefined, string>;
    sent_back_reference: Generated<string | null>;
    created_at: Date;
    expires_at: Date;
    credited_at: Date | null;
  };
  deposit_step: {
    id: Generated<string>;
    deposit_id: string;
    status: DepositStatus;
    by_whom: string;
    note: string | null;
    at: Date;
  };
  payment_event: {
    provider: string;
    event_id: string;
    deposit_id: string;
    event: PaymentEvent['event'];
    body_hash: string;
    received_at: Date;
  };
  suspense: {
    id: string;
    deposit_id: string;
    member_id: string;
    channel: string;
    currency: string;
    amount: Int8;
    taken_back: ColumnType<string, string | undefined, string>;
    status: Generated<SuspenseStatus>;
    credited_deposit_id: Generated<string | null>;
    sent_back_reference: Generated<string | null>;
    closed_by: Generated<string | null>;
    created_at: Date;
    closed_at: Generated<Date | null>;
  };
  sent_back_payment: {
    key: string;
    subject: string;
  };
  voucher: {
    code_key: string;
    amount: Int8;
    currency: string;
    expires_at: Date | null;
    deposit_id: string | null;
    created_at: Date;
  };
  deposit_failure: {
    id: Generated<string>;
    member_id: string;
    at: Date;
  };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends CashierTables {}
}
