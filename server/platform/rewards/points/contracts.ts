import type { Selectable } from 'kysely';
import type { Points } from '../../../../shared/money/points.ts';
import type { Clock } from '../../base/clock.ts';
import type { AfterCommit, Database, Executor, Tx } from '../../base/db/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { PaymentPassword } from '../../identity/payment-password/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { PointTables, Texts } from './tables.ts';

export type GoodsRow = Selectable<Omit<PointTables['point_goods'], 'picture' | 'picture_type'>>;
export type RedemptionRow = Selectable<PointTables['point_redemption']>;

export interface PointDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly secrets: Secrets;
  readonly protection: Pick<Protection, 'resting'>;
  readonly paymentPassword: PaymentPassword;
  readonly inbox: Inbox;
}

export interface RedeemOrder {
  readonly goodsId: string;
  /** As entered. */
  readonly quantity: string;
  readonly paymentPassword: string;
  readonly remark: string;
  readonly reference: string;
}

/** Goods as an operator enters them. */
export interface GoodsDraft {
  readonly id: string;
  readonly kind: GoodsRow['kind'];
  readonly names: Texts;
  readonly texts: Texts;
  readonly points: Points;
  /** Value of a voucher; null for goods. */
  readonly amount: bigint | null;
  /** All pieces that there ever were, redeemed ones included; null: without limit. */
  readonly stock: number | null;
  readonly memberLimit: number | null;
  readonly minLevel: number;
  readonly contact: GoodsRow['contact'];
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

export interface RedemptionDetails {
  readonly row: RedemptionRow;
  readonly approvals: readonly { readonly operator: string; readonly reason: string; readonly at: Date }[];
  /** Number that the goods need; empty: none. */
  readonly contact: string;
  readonly balance: Points;
}

/** Calls of operators, in the caller's transaction. Refuses with `not_found`, and with `points_closed` after another decision. */
export interface PointDesk {
  /** Redemptions in process oldest first, others newest first. */
  list(
    executor: Executor,
    filter: { readonly status?: RedemptionRow['status']; readonly memberId?: string; readonly offset: number; readonly limit: number },
  ): Promise<readonly RedemptionRow[]>;
  details(executor: Executor, id: string): Promise<RedemptionDetails>;
  /** Adds an approval; approved when as many different operators as needed have agreed. `note` is for the member. */
  approve(tx: Tx, afterCommit: AfterCommit, id: string, decision: OperatorDecision & { readonly note: string }): Promise<RedemptionRow>;
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
  savePicture(tx: Tx, id: string, picture: GoodsPicture): Promise<void>;
  /** Points of a member and the last entries. */
  account(executor: Executor, memberId: string): Promise<Points>;
}
