import type { ColumnType, Generated } from 'kysely';
import type { PointEntryKind, PointGoodsKind, RedeemStatus } from '../../../../shared/api/points/constants.ts';

/** int8 columns: read as decimal strings on both engines. */
type Int8 = ColumnType<string, string, string>;
type OptionalInt8 = ColumnType<string | null, string | null | undefined, string | null>;
/** Written by `point_post` only. */
type Posted<T = string> = ColumnType<T, never, never>;

/** Texts by language, as JSON. */
export type Texts = Readonly<Record<string, string>>;
type TextsColumn = ColumnType<Texts, string | undefined, string>;

export interface PointTables {
  point_account: { member_id: Posted; balance: Posted; credited: Posted; debited: Posted };
  point_entry: {
    id: Posted;
    member_id: Posted;
    kind: Posted<PointEntryKind>;
    day: Posted;
    category: Posted<string | null>;
    rate: Posted<number | null>;
    factor: Posted<number>;
    valid: Posted<string | null>;
    points: Posted;
    balance: Posted;
    reference: Posted;
    actor: Posted;
    reason: Posted;
    at: Posted<Date>;
  };
  point_lot: { id: Posted; member_id: Posted; day: Posted; source: Posted; points: Posted; unused: Posted };
  point_use: { entry_id: Posted; lot_id: Posted; points: Posted };
  point_rates: {
    after_fact: Int8;
    rates: ColumnType<Record<string, number>, string, never>;
    factors: ColumnType<readonly number[], string, never>;
    level_cut: Int8;
    at: Date;
  };
  point_goods: {
    id: string;
    kind: PointGoodsKind;
    names: TextsColumn;
    texts: TextsColumn;
    points: Int8;
    amount: OptionalInt8;
    stock: number | null;
    redeemed: Generated<number>;
    member_limit: number | null;
    min_level: number;
    contact: 'zalo' | 'whatsapp' | null;
    drawing: string | null;
    picture: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
    picture_type: ColumnType<string | null, string | null | undefined, string | null>;
    picture_hash: ColumnType<string | null, string | null | undefined, string | null>;
    position: number;
    shown: boolean;
    created_at: Date;
  };
  point_redemption: {
    id: string;
    member_id: string;
    client_reference: string;
    goods_id: string;
    kind: PointGoodsKind;
    names: TextsColumn;
    quantity: number;
    points: Int8;
    amount: OptionalInt8;
    contact: 'zalo' | 'whatsapp' | null;
    sealed_contact: string | null;
    remark: string;
    status: RedeemStatus;
    approvals_needed: number;
    reason: Generated<string>;
    note: Generated<string>;
    requested_at: Date;
    closed_at: Date | null;
    transfer_id: OptionalInt8;
  };
  point_voucher: {
    id: Generated<string>;
    goods_id: string;
    sealed_code: string;
    code_key: string;
    redemption_id: string | null;
    added_at: Date;
  };
  point_conversion: {
    id: string;
    member_id: string;
    client_reference: string;
    entered: string;
    points: Int8;
    amount: Int8;
    currency: string;
    transfer_id: Int8;
    at: Date;
  };
  point_approval: { redemption_id: string; operator: string; reason: string; at: Date };
}

declare module '../../base/db/tables.ts' {
  interface Tables extends PointTables {}
}
