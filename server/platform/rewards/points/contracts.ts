import type { Selectable } from 'kysely';
import type { PointDrawing, PointEntryKind } from '../../../../shared/api/points/constants.ts';
import type { Points } from '../../../../shared/money/points.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { PaymentPassword } from '../../identity/payment-password/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { RewardCentre } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';
import type { PointTables, Texts } from './tables.ts';

export type GoodsRow = Selectable<Omit<PointTables['point_goods'], 'picture' | 'picture_type'>>;
export type RedemptionRow = Selectable<PointTables['point_redemption']>;
export type ConversionRow = Selectable<PointTables['point_conversion']>;

export interface PointDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly protection: Pick<Protection, 'resting'>;
  readonly paymentPassword: PaymentPassword;
  readonly inbox: Inbox;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards, which pays credits and conversions. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly centre: Pick<RewardCentre, 'noteSeen' | 'publish'>;
}

export interface RedeemOrder {
  readonly goodsId: string;
  /** As entered. */
  readonly quantity: string;
  readonly paymentPassword: string;
  readonly remark: string;
  readonly reference: string;
}

export interface ConvertOrder {
  /** As entered. */
  readonly points: string;
  readonly paymentPassword: string;
  readonly reference: string;
}

/** Goods as an operator enters them. */
export interface GoodsDraft {
  readonly id: string;
  readonly kind: GoodsRow['kind'];
  readonly names: Texts;
  readonly texts: Texts;
  readonly points: Points;
  /** Value of a voucher or credit; null for goods. */
  readonly amount: bigint | null;
  /** All pieces that there ever were, redeemed ones included; null: without limit. */
  readonly stock: number | null;
  readonly memberLimit: number | null;
  readonly minLevel: number;
  readonly contact: GoodsRow['contact'];
  /** Shown without a picture; null: that of the kind. */
  readonly drawing: PointDrawing | null;
  readonly position: number;
  readonly shown: boolean;
}

export interface GoodsPicture {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface OperatorDecision {
  readonly operator: string;
  /** The member reads that of a rejection. */
  readonly reason: string;
}

export interface Approval extends OperatorDecision {
  readonly note: string;
  /** Further codes of the voucher, from which the redemption gets its own. */
  readonly codes: readonly string[];
}

export interface RedemptionDetails {
  readonly row: RedemptionRow;
  readonly approvals: readonly { readonly operator: string; readonly reason: string; readonly at: Date }[];
  /** Codes of a voucher that were given. */
  readonly codes: readonly string[];
  /** Number that the goods need; empty: none. */
  readonly contact: string;
  readonly balance: Points;
}

/** One row of a history of points. */
export interface DetailRow {
  readonly id: string;
  readonly kind: PointEntryKind;
  readonly day: string;
  readonly at: Date;
  readonly category: string | null;
  /** Of play, by the level of the member, in hundredths. */
  readonly factor: number;
  readonly points: string;
  readonly balance: string;
  /** Of an adjustment. */
  readonly reason: string;
  /** Of a redemption and its refund. */
  readonly names: Texts | null;
  /** Of a conversion. */
  readonly amount: string | null;
}

export interface PointBook {
  readonly lots: readonly {
    readonly id: string;
    readonly day: string;
    readonly source: string;
    readonly points: Points;
    readonly unused: Points;
  }[];
  readonly entries: readonly DetailRow[];
}

/** Calls of operators, in the caller's transaction. Refuses with `not_found`, and with `points_closed` after another decision. */
export interface PointDesk {
  /** Redemptions in process oldest first, others newest first. */
  list(
    executor: Executor,
    filter: { readonly status?: RedemptionRow['status']; readonly memberId?: string; readonly offset: number; readonly limit: number },
  ): Promise<readonly RedemptionRow[]>;
  details(executor: Executor, id: string): Promise<RedemptionDetails>;
  /**
   * Adds an approval; approved when as many different operators as needed have agreed. Then a credit is paid and a voucher gets its codes:
   * refuses with `points_unfunded`, `points_member_resting` or `points_codes_missing` if that is not possible. `note` is for the member.
   */
  approve(tx: Tx, afterCommit: AfterCommit, id: string, decision: Approval): Promise<RedemptionRow>;
  /** The points return to the member and the pieces to the stock. */
  reject(tx: Tx, afterCommit: AfterCommit, id: string, decision: OperatorDecision): Promise<RedemptionRow>;
  /** Adds or takes points; one id adjusts once. Refuses with `points_insufficient` below zero. */
  adjust(
    tx: Tx,
    afterCommit: AfterCommit,
    order: OperatorDecision & { readonly id: string; readonly memberId: string; readonly points: Points },
  ): Promise<Points>;
  goods(executor: Executor): Promise<readonly GoodsRow[]>;
  findGoods(executor: Executor, id: string): Promise<GoodsRow | undefined>;
  /** Creates or changes goods. Refuses with `points_stock_left` if the stock is below what is redeemed. */
  saveGoods(tx: Tx, draft: GoodsDraft): Promise<void>;
  /** Adds codes to a voucher; those that are known already are left out. Returns how many were added. */
  addCodes(tx: Tx, goodsId: string, codes: readonly string[]): Promise<number>;
  /** Codes of vouchers that are not given yet, by goods. */
  freeCodes(executor: Executor): Promise<ReadonlyMap<string, number>>;
  savePicture(tx: Tx, id: string, picture: GoodsPicture): Promise<void>;
  picture(executor: Executor, id: string): Promise<GoodsPicture | undefined>;
  account(executor: Executor, memberId: string): Promise<Points>;
  /** Lots with points that are not used, oldest first, and the newest entries. */
  book(executor: Executor, memberId: string): Promise<PointBook>;
  /** Redemptions in process. */
  waiting(executor: Executor): Promise<number>;
}
