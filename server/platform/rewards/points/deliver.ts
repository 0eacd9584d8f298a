import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { PointDeps, RedemptionRow } from './contracts.ts';
import { takeCodes } from './vouchers.ts';

/** Pays a credit, or gives a voucher its codes. Returns what changes of the redemption, or refuses and has changed nothing. */
export async function deliver(
  deps: PointDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  row: RedemptionRow,
): Promise<Partial<Pick<RedemptionRow, 'transfer_id'>>> {
  if (row.kind === 'voucher') await takeCodes(tx, row);
  return row.kind === 'credit' ? { transfer_id: await payCredit(deps, tx, afterCommit, row) } : {};
}

async function payCredit(deps: PointDeps, tx: Tx, afterCommit: AfterCommit, { id, member_id, amount }: RedemptionRow): Promise<string> {
  if (amount === null) throw new Error(`credit ${id} has no amount`);
  const { currency } = (await readMerchant(tx, deps.merchant)).settings;
  const payment = { reference: `points:${id}`, currency, memberId: member_id, units: BigInt(amount), meta: { redemptionId: id } };
  return payPoints(deps, tx, afterCommit, payment);
}

interface PointPayment {
  readonly reference: string;
  readonly currency: string;
  readonly memberId: string;
  readonly units: bigint;
  readonly meta: Readonly<Record<string, string>>;
}

/** Pays from the account of rewards, once for a reference. */
export async function payPoints(deps: PointDeps, tx: Tx, afterCommit: AfterCommit, payment: PointPayment): Promise<string> {
  // The wallet first: a break that begins at the same time waits for it, or is seen here.
  await deps.wallet.lockWallets(tx, [payment.memberId]);
  if (await deps.protection.resting(tx, payment.memberId)) throw new Refusal('points_member_resting');
  const result = await deps.fund.pay(tx, afterCommit, { ...payment, kind: 'points' });
  if (result.outcome !== 'paid') throw new Refusal('points_unfunded');
  return result.transferId;
}
