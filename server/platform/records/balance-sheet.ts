import type { Units } from '../../../shared/money/money.ts';
import type { Executor } from '../db/database.ts';
import type { RecordDeps } from './contracts.ts';
import { type KindSum, type Stretch, stretchesOf, totalOf, type VersionRange } from './movement-blocks.ts';
import { balanceBefore } from './movements.ts';

export interface BalanceSheet {
  readonly opening: Units;
  readonly closing: Units;
  readonly sums: readonly KindSum[];
  /** Opening plus movements is closing. */
  readonly balanced: boolean;
  readonly stretches: readonly Stretch[];
}

/** The account over the versions; figures that do not add up are a defect of the books and are reported as one. */
export async function balanceSheetOf(executor: Executor, { log }: Pick<RecordDeps, 'log'>, range: VersionRange): Promise<BalanceSheet> {
  const stretches = await stretchesOf(executor, range);
  const sums = totalOf(stretches);
  const opening = await balanceBefore(executor, range.accountId, range.from);
  const closing = range.end > range.from ? await balanceBefore(executor, range.accountId, range.end) : opening;
  const balanced = sums.reduce((balance, { units }) => balance + units, opening) === closing;
  if (!balanced) log.error({ account: range.accountId, from: range.from, end: range.end }, 'a statement does not add up');
  return { opening, closing, sums, balanced, stretches };
}
